import Contracts
import Kernel
import WalletPass

/// What a pass says of a ticket (`pass.json`), and the code that opens the door.
struct WalletTicket {
    let settings: WalletPassSettings
    let appName: String
    let ticketID: TicketID
    let event: TicketEvent
    let attendeeName: String
    let typeName: String
    let serial: String
    let price: Money
    /// What the code says.
    let payload: String
    let zone: TimeZoneRules
    let words: TicketSheetWords

    var description: [UInt8] {
        var writer = JSONWriter(capacity: 2048)
        writer.object { writer in
            writer.member("formatVersion", 1)
            writer.member("passTypeIdentifier", settings.passTypeIdentifier)
            writer.member("teamIdentifier", settings.teamIdentifier)
            // A pass with the same number replaces an older one: the code is new when it was renewed, the ticket is not.
            writer.member("serialNumber", ticketID.rawValue)
            writer.member("organizationName", appName)
            writer.member("description", "\(event.title) · \(serial)")
            writer.member("relevantDate", event.startDate.wholeSeconds)
            writer.member("expirationDate", event.endDate.wholeSeconds)
            writer.member("sharingProhibited", true)
            colors(to: &writer)
            // Older phones read the single one.
            writer.key("barcode")
            barcode(to: &writer)
            writer.member("barcodes", array: [payload]) { writer, _ in barcode(to: &writer) }
            writer.member("locations", array: [event.venue]) { writer, venue in
                writer.object { writer in
                    writer.member("latitude", venue.latitude)
                    writer.member("longitude", venue.longitude)
                }
            }
            writer.member("eventTicket") { fields(to: &$0) }
        }
        return writer.bytes
    }

    private func colors(to writer: inout JSONWriter) {
        let (red, green, blue) = settings.background
        writer.member("backgroundColor", "rgb(\(red),\(green),\(blue))")
        // Black on light colors, white on dark ones: by the luma of BT.601.
        let text = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 150_000 ? "rgb(0,0,0)" : "rgb(255,255,255)"
        writer.member("foregroundColor", text)
        writer.member("labelColor", text)
    }

    private func barcode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("format", "PKBarcodeFormatQR")
            writer.member("message", payload)
            writer.member("messageEncoding", "iso-8859-1")
            writer.member("altText", serial)
        }
    }

    private func fields(to writer: inout JSONWriter) {
        let time = words.time(from: event.startDate, to: event.endDate, in: zone)
        let address = [event.venue.statedAddress, event.venue.city].compactMap { $0 }.joined(separator: ", ")
        section("primaryFields", [("event", nil, event.title)], to: &writer)
        let day = words.zone(zone, at: event.startDate)
        section("secondaryFields", [("time", day, time), ("venue", address, event.venue.name)], to: &writer)
        section("auxiliaryFields", [("type", words.type, typeName), ("name", words.name, attendeeName)], to: &writer)
        section("backFields", [("serial", words.serial, serial), ("price", words.price, words.amount(price))], to: &writer)
    }
    private func section(_ name: StaticString, _ fields: [(key: String, label: String?, value: String)], to writer: inout JSONWriter) {
        writer.member(name, array: fields.filter { !$0.value.isEmpty }) { writer, field in
            writer.object { writer in
                writer.member("key", field.key)
                if let label = field.label { writer.member("label", label) }
                writer.member("value", field.value)
            }
        }
    }
}
