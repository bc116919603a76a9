import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// What went into a truck and out of it, newest first.
package struct LedgerOfTruck: Query {
    package static let type: MessageType = "orders.ledger-of-truck.v1"
    package let truckId: TruckID
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<TruckLedgerAnswer> {
        let request = try PageRequest(page: page, perPage: perPage)
        guard try view.trucks.find(truckId) != nil else { throw Rejection.notFound }
        let (entries, total) = try view.truckLedger.list(of: truckId, limit: request.perPage, offset: request.offset)
        return Page(entries.map(TruckLedgerAnswer.init), request, total: total)
    }
}

/// One line of a truck's ledger.
package struct TruckLedgerAnswer: Encodable, Sendable {
    let entry: TruckLedgerEntry
    init(_ entry: TruckLedgerEntry) { self.entry = entry }

    private enum Key: String, CodingKey {
        case id, truckId, fuelType, kind, gallons, balance, orderId, meterStart, meterEnd, ticket, reason, by, at
    }
    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(entry.id, forKey: .id)
        try box.encode(entry.truck, forKey: .truckId)
        try box.encode(entry.fuelType, forKey: .fuelType)
        try box.encode(entry.kind, forKey: .kind)
        try box.encode(entry.gallons, forKey: .gallons)
        try box.encode(entry.balance, forKey: .balance)
        try box.encode(entry.delivered?.order, forKey: .orderId)
        try box.encode(entry.delivered?.meterStart, forKey: .meterStart)
        try box.encode(entry.delivered?.meterEnd, forKey: .meterEnd)
        try box.encode(entry.ticket, forKey: .ticket)
        try box.encode(entry.reason, forKey: .reason)
        try box.encode(entry.by, forKey: .by)
        try box.encode(entry.at.wholeSeconds, forKey: .at)
    }
}
