import Contracts
import GRDB
import Kernel
import OrdersDeliveries
import OrdersKit
import OrdersTicketSales
import ServiceKit
import Storage
import TestKit

/// Orders that are parcels: they exist here only, and write down what the deliveries tell them.
enum ParcelOrder: DeliveredOrder {
    static let name = "parcel-order"
    static let code = "4821"

    static func settleTimers(of id: OrderID, in tx: OrdersTransaction) throws {}
    static func deliveryChanged(_ job: Delivery, by change: DeliveryChange, in tx: OrdersTransaction) throws {
        switch change {
        case .moved: break
        case .assigned, .searching, .arrivedAtRestaurant, .arrivedAtCustomer: try note("\(change)", job.id, in: tx)
        }
    }
    static func pickUp(_ job: Delivery, by actor: DeliveryActor, in tx: OrdersTransaction) throws {
        try note("picked up by \(actor.role)", job.id, in: tx)
    }
    static func complete(_ job: Delivery, collected: Money?, by actor: DeliveryActor, in tx: OrdersTransaction) throws {
        try note("completed by \(actor.role), collected \(collected?.amount ?? 0)", job.id, in: tx)
    }
    static func fail(_ job: Delivery, reason: DeliveryFailure, note text: String?, by actor: DeliveryActor,
                     in tx: OrdersTransaction) throws {
        try note("failed: \(text ?? reason.rawValue)", job.id, in: tx)
    }
    static func customerCode(of id: OrderID, in tx: OrdersTransaction) throws -> String { code }

    private static func note(_ text: String, _ id: OrderID, in tx: OrdersTransaction) throws {
        try ParcelStore(db: tx.database, tenant: tx.tenant.rawValue).add(text, to: id)
    }
}

struct ParcelStore {
    let db: Database
    let tenant: String
    func add(_ text: String, to id: OrderID) throws {
        try db.execute(sql: """
            INSERT INTO parcel_note (tenant, id, position, text)
            SELECT ?1, ?2, (SELECT count(*) FROM parcel_note WHERE tenant = ?1 AND id = ?2), ?3
            """, arguments: [tenant, id.rawValue, text])
    }
    func all(of id: OrderID) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT text FROM parcel_note WHERE tenant = ? AND id = ? ORDER BY position",
                            arguments: [tenant, id.rawValue])
    }
}

enum CreateParcels: Migration {
    static let name = "9001_CreateParcels"
    static let sql = """
        CREATE TABLE parcel_note (
            tenant TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (tenant, id, position)
        ) STRICT, WITHOUT ROWID;
        """
}

/// Somebody sends a parcel: its courier is searched for.
struct SendParcel: Command {
    static let type: MessageType = "orders.send-parcel.v1"
    let id: OrderID
    let from: GeoPoint
    let customer: User.ID
    let owner: User.ID
    let cash: Int?
    let leaveAtDoor: Bool

    func handle(in tx: OrdersTransaction) throws -> NoContent {
        try Deliveries<ParcelOrder>(tx).start(NewDelivery(
            id: id, number: "P-\(id)",
            pickup: PickupPlace(id: "shop", owner: owner, names: ["ar": "متجر", "en": "Shop"], location: from, addressLine: "King Road 1",
                                phone: "+966500000103"),
            customer: customer,
            dropoff: Dropoff(line: "Palm Street 12", details: "3rd floor", phone: "+966500000101",
                             location: GeoPoint(lat: 24.7040, lng: 46.6890)),
            payout: DeliveryPayout(base: Money(720, tx.definition.currency), tip: Money(500, tx.definition.currency)),
            cash: cash.map { Money($0, tx.definition.currency) }, leaveAtDoor: leaveAtDoor, estimatedReadyAt: tx.now + .minutes(20)))
        return NoContent()
    }
}

struct PackParcel: Command {
    static let type: MessageType = "orders.pack-parcel.v1"
    let id: OrderID
    func handle(in tx: OrdersTransaction) throws -> NoContent {
        try Deliveries<ParcelOrder>(tx).orderReady(id, at: tx.now)
        return NoContent()
    }
}

struct CancelParcel: Command {
    static let type: MessageType = "orders.cancel-parcel.v1"
    let id: OrderID
    let payingCourier: Bool
    struct Ended: Encodable, Sendable {
        let compensation: Int?
        let pay: Int?
    }
    func handle(in tx: OrdersTransaction) throws -> Ended {
        let ended = try Deliveries<ParcelOrder>(tx).end(id, payingCourier: payingCourier, by: DeliveryActor(role: "customer", id: "noura"))
        return Ended(compensation: ended?.compensation?.amount, pay: ended?.pay?.amount)
    }
}

extension Feature {
    static let parcels = Feature("parcels", migrations: [CreateParcels.self],
                                 commands: [SendParcel.self, PackParcel.self, CancelParcel.self])
}

/// Orders whose deliveries are parcels.
enum ParcelOrders: TestOnlyService, OrderWorkflowList {
    static let name = ServiceName.orders
    static let workflows: [any OrderWorkflow.Type] = [TicketSale.self]
    static let contents = ServiceContents(
        features: features + [.deliveries(of: ParcelOrder.self), .couriers(of: ParcelOrder.self), .parcels])
}
