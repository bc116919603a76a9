import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales

/// The lines of a snapshot.
struct SnapshotLines {
    static let nonceUse = "check-in-snapshot-box"
    /// No line is much longer.
    static let lineBytes = 320
    /// New codes that one query signs: far less than a slow query may take. The next one goes on.
    static let signedPerQuery = 2_000

    private(set) var lines: [SnapshotLine] = []
    /// Tickets that are valid, used or blocked.
    private(set) var ticketCount = 0

    /// The lines of an event as of this query's rows; nil: codes are left to sign, so ask again.
    static func make(of event: SnapshotMemory.Event, in view: OrdersView) throws -> SnapshotLines? {
        let maker = SnapshotLineMaker(signer: view.signer, nonceKey: view.context.serviceKey(nonceUse))
        let memory = view.snapshotMemory
        var codes = memory.take(event)
        // What is signed stays, also when this query is ended because it took too long.
        let codesMax = view.ticketSaleSettings.snapshotCodesMax
        defer { memory.keep(codes, of: event, codesMax: codesMax) }
        let resumed = codes.resume
        codes.resume = nil
        var made = SnapshotLines()
        var signed = 0
        var last = resumed
        while true {
            let tickets = try view.snapshotTickets.page(of: event.id, after: last)
            guard let end = tickets.last?.ticket.id else { break }
            for (ticket, name) in tickets { signed += try made.add(ticket, name, &codes, maker) }
            guard codes.count <= codesMax else { throw CheckInSnapshot.tooLarge }
            last = end
            if signed >= signedPerQuery {
                codes.resume = end
                return nil
            }
        }
        // Tickets before the place where this query went on are read by the next one.
        return resumed == nil ? made : nil
    }

    /// Returns how many codes had to be signed.
    private mutating func add(_ ticket: Ticket, _ name: String, _ codes: inout SnapshotMemory.Codes,
                              _ maker: SnapshotLineMaker) throws -> Int {
        if ticket.status.isActive { ticketCount += 1 }
        let contents = SnapshotLine.Contents(attendeeName: name, ticketType: ticket.typeName, serial: ticket.serial,
                                             attention: ticket.attention)
        let digest = maker.digest(of: ticket, contents)
        let known: SnapshotMemory.Codes.Known
        var signed = 0
        if let same = codes.tickets[ticket.id], same.digest == digest {
            known = same
        } else {
            known = SnapshotMemory.Codes.Known(digest: digest, codes: try maker.codes(of: ticket, contents))
            codes.count += known.codes.count - (codes.tickets.updateValue(known, forKey: ticket.id)?.codes.count ?? 0)
            signed = known.codes.count
        }
        var isInside = false
        if case .used(_, inside: true) = ticket.status { isInside = true }
        for (index, code) in known.codes.enumerated() {
            let isNewest = index + 1 == ticket.version
            lines.append(SnapshotLine(id: code.id, type: ticket.type, status: isNewest ? SnapshotLine.Status(ticket) : .revoked,
                                      isInside: isNewest && isInside, box: code.box))
        }
        return signed
    }
}

/// Makes the part of a snapshot's lines that follows from the ticket alone.
struct SnapshotLineMaker {
    let signer: TicketSigner
    let nonceKey: [UInt8]

    /// A code for each version that somebody held, the newest last. Dead codes have no box.
    func codes(of ticket: Ticket, _ contents: SnapshotLine.Contents) throws -> [(id: String, box: String?)] {
        try stride(from: 1, through: newest(of: ticket), by: 1).map { version in
            let code = try signer.code(of: ticket, version: version)
            return (SnapshotLine.id(of: code), version == ticket.version ? try contents.sealed(under: code, nonceKey: nonceKey) : nil)
        }
    }
    /// Differs when the codes do. A digest, because the memory needs no names.
    func digest(of ticket: Ticket, _ contents: SnapshotLine.Contents) -> [UInt8] {
        contents.digest(with: "\(newest(of: ticket))\n\(ticket.version)")
    }
    /// The last version of a ticket that was handed over is nobody's code.
    private func newest(of ticket: Ticket) -> Int { ticket.status == .transferred ? ticket.version - 1 : ticket.version }
}
