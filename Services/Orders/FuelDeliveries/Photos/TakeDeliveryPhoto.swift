import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// A driver photographs the meter, the car or the place. The bytes are kept as they are: they are a proof.
package struct TakeDeliveryPhoto: Upload {
    package static let type: MessageType = "orders.take-delivery-photo.v1"
    package let deliveryId: OrderID
    /// `meter`, `vehicle`, `location`.
    package let kind: String?
    package init(deliveryId: OrderID, kind: String?) { (self.deliveryId, self.kind) = (deliveryId, kind) }

    static let bytesMax = 8 * 1024 * 1024

    package func begin(in tx: OrdersTransaction) throws {
        let deliveries = try FuelDeliveries(tx)
        try deliveries.requireFueller(of: deliveries.order(deliveryId))
        _ = try checkedKind()
    }

    private func checkedKind() throws(Rejection) -> FuelPhoto.Kind {
        guard let kind = kind.flatMap({ FuelPhoto.Kind(rawValue: $0) }) else {
            throw .invalid(["kind": ["must be one of \(FuelPhoto.Kind.names)"]])
        }
        return kind
    }

    package func receive(_ file: [UInt8], in tx: OrdersTransaction) throws -> Created<JSONValue> {
        try begin(in: tx)
        let kind = try checkedKind()
        guard !file.isEmpty else { throw Rejection.invalid(["file": ["must not be empty"]]) }
        guard let format = ImageFile.format(of: file), [.jpeg, .png].contains(format) else {
            throw Rejection(415, "unsupported-media-type", "A photo is a JPEG or a PNG, by what is in the file.")
        }
        let kept = try tx.deliveryPhotos.files.keep(file, contentType: format.rawValue, at: tx.now)
        let photo = FuelPhoto(id: tx.context.newID(), kind: kind, sha256: kept.id, size: kept.bytes)
        let order = try FuelDeliveries(tx).order(deliveryId)
        try tx.deliveryPhotos.insert(.init(id: photo.id, order: deliveryId, file: kept.id), of: order.customer, at: tx.now)
        try FuelDeliveries(tx).learn(deliveryId, .photograph(photo), at: max(tx.now.wholeSeconds, order.lastTransitionAt))
        return Created(photo.json(in: tx.definition), at: "/photos/\(photo.id)")
    }
}

extension FuelPhoto.Kind {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
