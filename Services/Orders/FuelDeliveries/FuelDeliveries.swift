import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// What drivers and dispatchers do with orders of fuel. Each request is decided after what the order's and the shift's timers owe by then.
struct FuelDeliveries {
    let tx: OrdersTransaction
    let caller: DeliveryCaller
    init(_ tx: OrdersTransaction) throws {
        self.tx = tx
        caller = try tx.deliveryCaller()
    }

    /// The order after its timers. Throws 404.
    func order(_ id: OrderID) throws -> FuelOrder {
        guard let order = try FuelSale.load(id, in: tx) else { throw Rejection.notFound }
        return order
    }

    /// The order, and as whom the caller changes its delivery. Throws 404 and 403: before anything in the form counts.
    func acted(_ id: OrderID) throws -> (order: FuelOrder, actor: FuelActor) {
        let order = try order(id)
        return (order, try caller.actor(on: order))
    }
    /// The order for a step that only its driver does. Throws 404.
    func driven(_ id: OrderID) throws -> FuelOrder {
        let order = try order(id)
        _ = try caller.driver(of: order)
        return order
    }
    /// Takes a step whose fields are right, and answers the delivery.
    func take(_ step: FuelDeliveryStep, on order: FuelOrder, at: Timestamp) throws -> JSONValue {
        try learn(order.id, step, at: at)
        // Judged anew, a release would take the delivery from the next driver: its answer stays.
        if case .release = step { return try answer(order.id, countsOnce: true) }
        return try answer(order.id)
    }

    /// Lets the order learn what happened to its delivery.
    func learn(_ id: OrderID, _ step: FuelDeliveryStep, at: Timestamp) throws {
        guard try FuelSale.apply(.delivery(step, at: at), to: id, in: tx) != nil else { throw Rejection.notFound }
    }

    /// The delivery as the caller sees it now; timers that its last change made due have fired.
    func answer(_ id: OrderID, countsOnce: Bool = false) throws -> JSONValue {
        let order = try order(id)
        if !countsOnce { tx.noteWhom(order, isShownTo: caller.user) }
        return try tx.fuelDeliveryPresenter().answer(order, for: caller)
    }
}

/// A step of a delivery as it was sent. Its handler reads the form after it knows whose delivery it is, and then names every field.
package protocol DeliveryRequest: Command where Transaction == OrdersTransaction {
    var deliveryId: OrderID { get }
    var form: JSONValue { get }
    init(_ deliveryId: OrderID, _ form: JSONValue)
}

extension DeliveryRequest {
    private static var path: String { "deliveryId" }
    package init(from decoder: any Decoder) throws {
        let (id, form): (OrderID, JSONValue) = try PathForm.read(Self.path, decoder)
        self.init(id, form)
    }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(deliveryId, as: Self.path, form, encoder) }
}

/// When something happened by a driver's phone, which may have been without a network.
enum DeliveryMoment {
    static let hoursMax = 12
    static let aheadSeconds = 60

    /// The last field of a form. Not sent: now. Throws a 422 with everything that is wrong with the form.
    static func read(_ reader: inout FormReader, of order: FuelOrder, now: Timestamp) throws(Rejection) -> Timestamp {
        let now = now.wholeSeconds, last = order.lastTransitionAt.wholeSeconds
        let sent = reader.time("occurredAt")?.wholeSeconds
        if let sent {
            if sent < now - .hours(hoursMax) { reader.fail("occurredAt", "must not be more than 12 hours ago") } else if
                sent > now + .seconds(aheadSeconds) { reader.fail("occurredAt", "must not be in the future") } else if
                sent < last { reader.fail("occurredAt", "must not be before the last step") }
        }
        try reader.finish()
        // The phone's time stands for now, also when it is a little ahead.
        return max(sent ?? now, order.lastTransitionAt)
    }
}
