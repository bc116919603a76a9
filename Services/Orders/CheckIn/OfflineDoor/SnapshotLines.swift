import Contracts
import Kernel
import Messaging
import OrdersKit
import OrdersTicketSales

/// The lines of a snapshot.
struct SnapshotLines {
    static let nonceUse = "check-in-snapshot-box"
    /// No line is much longer.
    static let lineBytes = 320
    /// New codes that one query signs, and tickets that it reads: far less than a slow query may take. The next one goes on.
    static let signedPerQuery = 2_000, readPerQuery = 10_000
    /// A snapshot of more codes is made apart: that takes long without reading, and no time limit of rows would end it.
    static let quickCodesMax = 2_000

    let lines: [SnapshotLine]
    /// Tickets that are valid, used or blocked.
    let ticketCount: Int

    /// The lines of an event as of this query's rows; nil: changes are left to read, so ask again.
    static func make(of event: SnapshotMemory.Event, in view: OrdersView) throws -> SnapshotLines? {
        let maker = SnapshotLineMaker(signer: view.signer, nonceKey: view.context.serviceKey(nonceUse))
        let memory = view.snapshotMemory
        var codes = memory.take(event)
        // What is read and signed stays, also when this query is ended because it took too long.
        let codesMax = view.ticketSaleSettings.snapshotCodesMax
        defer { memory.keep(codes, of: event, codesMax: codesMax) }
        var signed = 0, read = 0
        while let (tickets, end) = try view.snapshotTickets.page(of: event.id, after: codes.through) {
            for (ticket, name) in tickets { signed += try codes.update(ticket, name, maker) }
            guard codes.count <= codesMax else { throw CheckInSnapshot.tooLarge }
            codes.through = end
            read += tickets.count
            if signed >= signedPerQuery || read >= readPerQuery { return nil }
        }
        guard view.context.mayWait || codes.count <= quickCodesMax else { throw QueryMemory.Busy() }
        return SnapshotLines(lines: codes.lines, ticketCount: codes.tickets.values.count { $0.isActive })
    }
}

extension SnapshotMemory.Codes {
    /// Takes up a ticket as it is now. Returns how many codes had to be signed.
    fileprivate mutating func update(_ ticket: Ticket, _ name: String, _ maker: SnapshotLineMaker) throws -> Int {
        let contents = SnapshotLine.Contents(attendeeName: name, ticketType: ticket.typeName, serial: ticket.serial,
                                             attention: ticket.attention)
        let digest = maker.digest(of: ticket, contents)
        let before = tickets[ticket.id]
        let isSame = before?.digest == digest
        let codes = isSame ? before?.codes ?? [] : try maker.codes(of: ticket, contents)
        var isInside = false
        if case .used(_, inside: true) = ticket.status { isInside = true }
        tickets[ticket.id] = Known(
            digest: digest, codes: codes, type: ticket.type, status: SnapshotLine.Status(ticket), isInside: isInside,
            isActive: ticket.status.isActive, newest: ticket.version)
        count += codes.count - (before?.codes.count ?? 0)
        return isSame ? 0 : codes.count
    }

    fileprivate var lines: [SnapshotLine] {
        var lines: [SnapshotLine] = []
        lines.reserveCapacity(count)
        for ticket in tickets.values {
            for (index, code) in ticket.codes.enumerated() {
                let isNewest = index + 1 == ticket.newest
                lines.append(SnapshotLine(id: code.id, type: ticket.type, status: isNewest ? ticket.status : .revoked,
                                          isInside: isNewest && ticket.isInside, box: code.box))
            }
        }
        return lines
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
