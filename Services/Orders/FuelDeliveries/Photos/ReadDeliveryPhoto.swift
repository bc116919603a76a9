import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import ServiceKit

/// A photo of a delivery, for its customer, its driver and dispatchers. Its bytes never change.
package struct ReadDeliveryPhoto: FileQuery {
    package static let type: MessageType = "orders.read-delivery-photo.v1"
    package let photoId: String
    package let offset: Int
    package let length: Int
    package init(photoId: String, offset: Int, length: Int) { (self.photoId, self.offset, self.length) = (photoId, offset, length) }

    package func answer(in view: OrdersView) throws -> FileSlice {
        let viewer = try view.fuelViewer()
        try viewer.requireAnyRole()
        // A photo that its order forgot is gone, even while its bytes are there.
        guard let photo = try view.deliveryPhotos.find(photoId), let order = try view.fuelOrders.find(photo.order),
              order.photos.contains(where: { $0.id == photoId }), viewer.sees(order),
              let file = try view.deliveryPhotos.files.find(photo.file) else { throw Rejection.notFound }
        let facts = FileSlice.Facts(contentType: file.contentType, bytes: file.bytes, tag: file.id,
                                    cacheControl: "private, max-age=31536000, immutable")
        return FileSlice(facts, try view.deliveryPhotos.files.read(file, offset: offset, length: length))
    }
}
