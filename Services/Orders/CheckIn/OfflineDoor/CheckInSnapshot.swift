import Contracts
import Kernel
import Messaging
import OrdersKit
import OrdersTicketSales
import ServiceKit

/// What a scanner needs to work without a network (R10): every code of the event, signed. Nobody who holds it without a
/// ticket's code learns whose ticket it is. Its JSON goes out in slices, because a message has at most two million bytes.
package struct CheckInSnapshot: FileQuery {
    package static let type: MessageType = "orders.check-in-snapshot.v1"
    package static let typ = "snapshot+jws"
    package let eventId: EventID
    package let offset: Int
    package let length: Int
    /// Of the snapshot whose next slice this is; nil: a new snapshot.
    package let tag: String?

    static let hoursValid = 24

    package func answer(in view: OrdersView) throws -> FileSlice {
        let event = try view.access().staffed(eventId, view.checkIns).event
        let place = SnapshotMemory.Event(tenant: view.tenant, id: eventId)
        if let tag {
            guard let json = view.snapshotMemory.download(tag, of: place) else { throw Self.gone }
            return slice(of: json, tag: tag)
        }
        let gates = try view.checkIns.gates(of: eventId)
        // The last rows that are read: what follows takes a second for the largest events, and a query may read for two.
        guard let lines = try SnapshotLines.make(of: place, in: view) else { return .unfinished }
        let (json, newTag) = try snapshot(lines, Self.rules(event, gates), view)
        let first = slice(of: json, tag: newTag)
        if first.bytes.count < json.count { view.snapshotMemory.keep(json, tag: newTag, of: place, at: view.now) }
        return first
    }

    private func slice(of json: [UInt8], tag: String) -> FileSlice {
        let facts = FileSlice.Facts(contentType: "application/json", bytes: json.count, tag: tag, cacheControl: "private, no-store")
        guard (0..<json.count).contains(offset), length > 0 else { return FileSlice(facts, []) }
        return FileSlice(facts, Array(json[offset..<(offset + min(length, FileSlice.bytesMax, json.count - offset))]))
    }

    /// The whole answer, and what names it: its id, and its signature, which follows from every byte.
    private func snapshot(_ lines: SnapshotLines, _ rules: JSONValue, _ view: OrdersView) throws -> (json: [UInt8], tag: String) {
        let id = SnapshotID.make(of: eventId, view.tenant, at: view.now, key: view.context.serviceKey(SnapshotID.keyUse))
        let (generated, expires) = (view.now.wholeSeconds, (view.now + .hours(Self.hoursValid)).wholeSeconds)
        var claims = JSONWriter(capacity: 4096 + lines.lines.count * SnapshotLines.lineBytes)
        claims.object { claims in
            claims.member("eventId", eventId.rawValue)
            claims.member("expiresAt", expires)
            claims.member("generatedAt", generated)
            claims.key("rules")
            claims.value(rules)
            claims.member("snapshotId", id)
            claims.key("tickets")
            // The order of ids of codes says nothing about who bought when or which codes belong together.
            claims.array(lines.lines.sorted { $0.id < $1.id }) { claims, line in line.write(to: &claims) }
        }
        let jws = try view.signer.sign(claims.bytes, typ: Self.typ)
        var answer = JSONWriter(capacity: jws.utf8.count + 256)
        answer.object { answer in
            answer.member("expiresAt", expires)
            answer.member("generatedAt", generated)
            answer.member("jws", jws)
            answer.member("snapshotId", id)
            answer.member("ticketCount", lines.ticketCount)
        }
        let signature = jws.utf8.suffix(Self.signatureLength)
        return (answer.bytes, id + "-" + String(decoding: signature, as: UTF8.self))
    }
    /// 64 bytes in base64url.
    private static let signatureLength = 86

    private static func rules(_ event: TicketEvent, _ gates: [Gate]) -> JSONValue {
        ["opensAt": .string((event.startDate - .minutes(event.doorsOpenMinutes)).wholeSeconds.description),
         "closesAt": .string(event.endDate.wholeSeconds.description), "reEntry": .bool(event.reEntry),
         "gates": .array(gates.map { gate in
             ["id": .string(gate.id), "name": .string(gate.name),
              "ticketTypeIds": .array(gate.ticketTypes.map { .string($0.rawValue) })]
         })]
    }

    static let tooLarge = Rejection.conflict("snapshot-too-large", "This event has too many tickets for a snapshot. Scan online.")
    private static let gone =
        Rejection(503, "service-unavailable", "This snapshot was interrupted. Get a new one.", retryAfter: .seconds(1))
}
