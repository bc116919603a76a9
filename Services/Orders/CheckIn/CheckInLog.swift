import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Every scan at an event, newest first.
package struct CheckInLog: Query {
    package static let type: MessageType = "orders.check-in-log.v1"
    package let eventId: EventID
    package let ticketId: TicketID?
    package let gateId: String?
    /// `ok` or `refused`.
    package let result: String?
    package let page: Int?
    package let perPage: Int?

    package struct Item: Encodable, Sendable {
        let scan: CheckIn
        private enum Key: String, CodingKey {
            case id, ticketId, serial, type, result, reason, forced, at, gateId, gateName, deviceId, scannedBy
        }
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(scan.id, forKey: .id)
            try container.encode(scan.ticket, forKey: .ticketId)
            try container.encode(scan.serial, forKey: .serial)
            try container.encode(scan.kind.rawValue, forKey: .type)
            try container.encode(scan.refusedBecause == nil ? "ok" : "refused", forKey: .result)
            try container.encode(scan.refusedBecause, forKey: .reason)
            try container.encode(scan.isForced, forKey: .forced)
            try container.encode(scan.at.wholeSeconds, forKey: .at)
            try container.encode(scan.gateId, forKey: .gateId)
            try container.encode(scan.gateName, forKey: .gateName)
            try container.encode(scan.deviceId, forKey: .deviceId)
            try container.encode(scan.scannedBy, forKey: .scannedBy)
        }
    }

    package func answer(in view: OrdersView) throws -> Page<Item> {
        try view.access().requireView(of: eventId, view.checkIns)
        let request = try PageRequest(page: page, perPage: perPage)
        guard [nil, "ok", "refused"].contains(result) else { throw Rejection.invalid(["result": ["must be ok or refused"]]) }
        let filter = CheckInStore.LogFilter(ticket: ticketId, gate: gateId, wasOpened: result.map { $0 == "ok" })
        let (scans, total) = try view.checkIns.log(of: eventId, filter, limit: request.perPage, offset: request.offset)
        return Page(scans.map { Item(scan: $0) }, request, total: total)
    }
}
