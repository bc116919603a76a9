import Contracts
import Kernel
import Messaging
import OrdersKit
import OrdersTicketSales
import ServiceKit

/// What a scanner needs to work without a network (R10): every code of the event, signed. Nobody who holds it without a
/// ticket's code learns whose ticket it is.
package struct CheckInSnapshot: Query {
    package static let type: MessageType = "orders.check-in-snapshot.v1"
    package static let typ = "snapshot+jws"
    package let eventId: EventID

    static let hoursValid = 24
    /// An answer is one record of the log, of at most two million bytes: about 4,700 codes.
    static let bytesMax = 1_850_000

    package struct Answer: AnswerShape, Sendable {
        let snapshotId: String
        let generatedAt: Timestamp
        let expiresAt: Timestamp
        let ticketCount: Int
        let jws: String
        package func reply() throws -> Reply { Reply(status: 200, body: try JSON.encode(self), cacheControl: "private, no-store") }
        private enum CodingKeys: String, CodingKey { case snapshotId, generatedAt, expiresAt, ticketCount, jws }
    }
    package func answer(in view: OrdersView) throws -> Answer {
        let event = try view.access().staffed(eventId, view.checkIns).event
        let id = SnapshotID.make(of: eventId, view.tenant, at: view.now, key: view.context.serviceKey(SnapshotID.keyUse))
        let gates = try view.checkIns.gates(of: eventId)
        var lines = SnapshotLines(signer: view.signer, nonceKey: view.context.serviceKey(SnapshotLines.nonceUse))
        var last: TicketID?
        repeat {
            let tickets = try view.snapshotTickets.page(of: eventId, after: last)
            for (ticket, name) in tickets { try lines.add(ticket, name) }
            last = tickets.last?.ticket.id
        } while last != nil
        let (generated, expires) = (view.now.wholeSeconds, (view.now + .hours(Self.hoursValid)).wholeSeconds)
        var claims = JSONWriter(capacity: 4096 + lines.lines.count * SnapshotLines.lineBytes)
        claims.object { claims in
            claims.member("eventId", eventId.rawValue)
            claims.member("expiresAt", expires)
            claims.member("generatedAt", generated)
            claims.key("rules")
            claims.value(Self.rules(event, gates))
            claims.member("snapshotId", id)
            claims.key("tickets")
            // The order of ids of codes says nothing about who bought when or which codes belong together.
            claims.array(lines.lines.sorted { $0.id < $1.id }) { claims, line in line.write(to: &claims) }
        }
        let jws = try view.signer.sign(claims.bytes, typ: Self.typ)
        guard jws.utf8.count <= Self.bytesMax else { throw SnapshotLines.tooLarge }
        return Answer(snapshotId: id, generatedAt: generated, expiresAt: expires, ticketCount: lines.ticketCount, jws: jws)
    }

    private static func rules(_ event: TicketEvent, _ gates: [Gate]) -> JSONValue {
        ["opensAt": .string((event.startDate - .minutes(event.doorsOpenMinutes)).wholeSeconds.description),
         "closesAt": .string(event.endDate.wholeSeconds.description), "reEntry": .bool(event.reEntry),
         "gates": .array(gates.map { gate in
             ["id": .string(gate.id), "name": .string(gate.name),
              "ticketTypeIds": .array(gate.ticketTypes.map { .string($0.rawValue) })]
         })]
    }
}

/// The lines of a snapshot while they are collected.
struct SnapshotLines {
    static let nonceUse = "check-in-snapshot-box"
    let signer: TicketSigner
    let nonceKey: [UInt8]
    private(set) var lines: [SnapshotLine] = []
    /// Tickets that are valid, used or blocked.
    private(set) var ticketCount = 0
    init(signer: TicketSigner, nonceKey: [UInt8]) { (self.signer, self.nonceKey) = (signer, nonceKey) }

    /// No line is much longer, and none is shorter than the smaller number.
    static let lineBytes = 320
    private static let lineBytesMin = 150

    mutating func add(_ ticket: Ticket, _ attendeeName: String) throws {
        if ticket.status.isActive { ticketCount += 1 }
        // The last version of a ticket that was handed over is nobody's code.
        let newest = ticket.status == .transferred ? ticket.version - 1 : ticket.version
        for version in stride(from: 1, through: newest, by: 1) {
            let code = try signer.code(of: ticket, version: version)
            let status = version == ticket.version ? SnapshotLine.Status(ticket) : .revoked
            let contents = SnapshotLine.Contents(attendeeName: attendeeName, ticketType: ticket.typeName, serial: ticket.serial,
                                                 attention: ticket.attention)
            var isInside = false
            if case .used(_, inside: true) = ticket.status, status != .revoked { isInside = true }
            lines.append(SnapshotLine(id: SnapshotLine.id(of: code), type: ticket.type, status: status, isInside: isInside,
                                      box: status == .revoked ? nil : try contents.sealed(under: code, nonceKey: nonceKey)))
        }
        guard lines.count * Self.lineBytesMin <= CheckInSnapshot.bytesMax else { throw Self.tooLarge }
    }

    static let tooLarge = Rejection.conflict("snapshot-too-large", "This event has too many tickets for a snapshot. Scan online.")
}
