import Contracts
import Kernel
import OrdersFuelQuotes
import OrdersKit

/// `POST /orders` as it was sent. The fields are right in themselves; what rows know is checked later.
package struct FuelOrderForm: Sendable {
    package enum Price: Sendable {
        case quote(QuoteID)
        /// Without a quote: priced when the order comes in.
        case draft(FuelQuoteRequest)
    }
    package let price: Price
    package let schedule: FuelSchedule.Kind
    /// Nil: as soon as possible.
    package let windowId: TruckWindowID?
    package let paymentMethodId: String?
    package let tip: Int
    package let notes: String?
    package let contactPhone: String?
    package let clientOrderId: String?
    package let createdAt: Timestamp
    /// The most that an order may cost that is priced anew, without the tip; minor units.
    package let maxTotal: Int?

    /// What makes an order the same one again, in one text: as it was sent.
    package static func content(_ form: JSONValue) throws -> String {
        var members: [String: JSONValue] = [:]
        for name in ["quoteId", "draft", "schedule", "paymentMethodId"] {
            if let sent = form[name], sent != .null { members[name] = sent }
        }
        // No tip is a tip of nothing.
        if let tip = form["tip"], tip != .null, tip["amount"] != 0 { members["tip"] = tip }
        return try JSON.text(JSONValue.object(members))
    }
    /// The id that a phone gave the order, if it is one; as the phone wrote it, because it looks for it in answers.
    package static func clientOrderId(_ form: JSONValue) -> String? {
        form["clientOrderId"]?.string.flatMap { isUUID($0.trimmed) ? $0.trimmed : nil }
    }
    static func isUUID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.utf8.allSatisfy(isHexDigit) }
    }
    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
        default: false
        }
    }

    /// Throws a 422 that names every field that is wrong.
    package init(_ form: JSONValue, in tx: OrdersTransaction) throws {
        let settings = tx.fuelOrderSettings
        var reader = FormReader(form)
        let price = try Self.price(&reader, in: tx)
        let schedule = reader.object("schedule", isRequired: true) { inner -> (FuelSchedule.Kind, TruckWindowID?)? in
            let kind = inner.choice("type", of: FuelSchedule.Kind.allCases.map(\.rawValue), isRequired: true)
                .flatMap { FuelSchedule.Kind(rawValue: $0) }
            let window: TruckWindowID? = inner.id("windowId", isRequired: kind == .window)
            return kind.map { ($0, $0 == .window ? window : nil) }
        }
        paymentMethodId = reader.text("paymentMethodId", 1...100)
        tip = reader.money("tip", 0...settings.tipMaximum, in: tx.definition.currency) ?? 0
        notes = reader.text("notes", 1...300, multiline: true)
        contactPhone = Self.phone(&reader, in: tx)
        if let id = reader.text("clientOrderId", 1...100), !Self.isUUID(id) { reader.fail("clientOrderId", "must be a UUID") }
        clientOrderId = Self.clientOrderId(form)
        createdAt = Self.time(&reader, in: tx)
        maxTotal = reader.money("maxTotal", 0...Self.moneyMax, in: tx.definition.currency)
        let isDraft = reader.value("draft") != nil && reader.value("quoteId") == nil
        if isDraft, reader.value("maxTotal") == nil { reader.fail("maxTotal", "is required") }
        try reader.finish()
        guard let price, let schedule else { throw Rejection.invalid(["schedule": ["is required"]]) }
        (self.price, self.schedule, windowId) = (price, schedule.0, schedule.1)
    }
    private static let moneyMax = 100_000_000
    private static let ahead: Duration = .minutes(5)

    private static func price(_ reader: inout FormReader, in tx: OrdersTransaction) throws -> Price? {
        let quote: QuoteID? = reader.id("quoteId")
        let sent = reader.value("draft")
        switch (reader.value("quoteId") != nil, sent) {
        case (false, nil):
            reader.fail("quoteId", "is required")
            return nil
        case (true, .some):
            reader.fail("draft", "must not come with quoteId")
            return nil
        case (true, nil): return quote.map { .quote($0) }
        case (false, let draft?):
            var inner = FormReader(draft, at: "draft")
            let request = try FuelQuoting<FuelSale>(tx).request(&inner, at: "draft")
            reader.take(inner.check)
            return inner.isValid ? request.map { .draft($0) } : nil
        }
    }

    private static func phone(_ reader: inout FormReader, in tx: OrdersTransaction) -> String? {
        guard let typed = reader.text("contactPhone", 1...40) else { return nil }
        let phone = try? tx.definition.phone(typed, readBy: .orders)
        if phone == nil { reader.fail("contactPhone", "must be a phone number") }
        return phone
    }

    /// When it was made on the phone: now, unless the phone says so; to the second.
    private static func time(_ reader: inout FormReader, in tx: OrdersTransaction) -> Timestamp {
        let now = tx.now.wholeSeconds
        guard let sent = reader.value("createdAt") else { return now }
        guard let time = sent.string.flatMap({ Timestamp($0) })?.wholeSeconds else {
            reader.fail("createdAt", "must be a time (RFC 3339)")
            return now
        }
        if time >= now + ahead { reader.fail("createdAt", "must not lie in the future") }
        return time
    }
}
