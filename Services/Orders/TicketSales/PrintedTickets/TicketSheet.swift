import Contracts
import Kernel
import PDF
import QRCode

/// A ticket as a sheet of paper: what, when, where, whose, and the code that opens the door.
package struct TicketSheet: Sendable {
    package var appName: String
    package var event: TicketEvent
    package var attendeeName: String
    package var typeName: String
    package var serial: String
    package var price: Money
    /// What the code says.
    package var payload: String
    package var zone: TimeZoneRules
    package var words: TicketSheetWords

    package init(appName: String, event: TicketEvent, attendeeName: String, typeName: String, serial: String, price: Money,
                 payload: String, zone: TimeZoneRules, words: TicketSheetWords) {
        (self.appName, self.event, self.attendeeName, self.typeName) = (appName, event, attendeeName, typeName)
        (self.serial, self.price, self.payload, self.zone, self.words) = (serial, price, payload, zone, words)
    }

    // In hundredths of a point, on A5: 41953 × 59528.
    private static let margin = 3000
    private static let width = 41_953 - 2 * margin
    private static let top = 59_528 - margin
    private static let labels = 7000
    private static let labelGray = 40
    private static let codeSideMax = 23_000

    /// Throws `QRCode.Failure.textTooLong`.
    package func pdf(on paper: PaperSize) throws -> [UInt8] {
        var page = PDFDocument(paper.sheet, title: "\(event.title) · \(serial)", language: words.language)
        var y = page.text(block(appName, .bold, [(1000, 1)]), x: Self.margin, top: Self.top, gray: Self.labelGray) - 500
        page.rule(x: Self.margin, y: y, width: Self.width)
        y = page.text(block(event.title, .bold, [(2200, 2), (1800, 3), (1500, 3), (1200, 4)]), x: Self.margin, top: y - 700) - 500
        y = page.text(block(words.time(from: event.startDate, to: event.endDate, in: zone), .bold, [(1200, 1), (1100, 2)]),
                      x: Self.margin, top: y)
        y = page.text(block(words.zone(zone, at: event.startDate), .plain, [(800, 1)]), x: Self.margin, top: y, gray: Self.labelGray) - 500
        y = page.text(block(event.venue.name, .bold, [(1200, 1), (1000, 3)]), x: Self.margin, top: y)
        let address = [event.venue.statedAddress, event.venue.city].compactMap { $0 }.joined(separator: ", ")
        y = page.text(block(address, .plain, [(1000, 2), (800, 5)]), x: Self.margin, top: y) - 500
        page.rule(x: Self.margin, y: y, width: Self.width)
        y -= 500
        for (label, value) in [(words.type, typeName), (words.name, attendeeName), (words.price, words.amount(price)),
                               (words.serial, serial)] where !value.isEmpty {
            y = row(label, value, top: y, on: &page)
        }
        try draw(below: y - 300, on: &page)
        return page.bytes()
    }

    private func block(_ text: String, _ font: PDFFont, _ fits: [TextBlock.Fit], width: Int = width) -> TextBlock {
        TextBlock(text, font, width: width, fits: fits)
    }

    /// A label and beside it its value. Answers where the value ends.
    private func row(_ label: String, _ value: String, top: Int, on page: inout PDFDocument) -> Int {
        let block = block(value, .bold, [(1100, 1), (900, 2), (800, 4)], width: Self.width - Self.labels)
        page.text(WinAnsiText(label), .plain, size: 900, x: Self.margin, y: top - block.size, gray: Self.labelGray)
        return page.text(block, x: Self.margin + Self.labels, top: top) - 200
    }

    /// The code in the room that is left, and below it what it is for.
    private func draw(below top: Int, on page: inout PDFDocument) throws {
        let code = try QRCode.matrix(of: payload)
        let hint = block(words.hint, .plain, [(800, 1)])
        let room = top - Self.margin / 2 - hint.height
        // The quiet zone of four modules on each side is part of the room.
        let module = min(room, Self.codeSideMax) / (code.width + 2 * QRCode.quietZoneModules)
        guard module > 0 else { throw QRCode.Failure.textTooLong }
        let quiet = module * QRCode.quietZoneModules
        page.squares(code.dark, width: code.width, x: Self.margin + (Self.width - module * code.width) / 2, top: top - quiet, side: module)
        let below = top - 2 * quiet - module * code.width
        for line in hint.lines {
            let length = hint.font.width(of: line.bytes) * hint.size / 1000
            page.text(line, hint.font, size: hint.size, x: Self.margin + (Self.width - length) / 2, y: below - hint.size,
                      gray: Self.labelGray)
        }
    }
}
