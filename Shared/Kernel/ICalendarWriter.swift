/// Writes one iCalendar object (RFC 5545). By hand: Swift has no kept library for it, and a subscriber's program compares bytes.
public struct ICalendarWriter: Sendable {
    /// Lines that end with CRLF and have at most 75 octets.
    public private(set) var text = ""

    /// - Parameter contents: writes the properties and components between `BEGIN:VCALENDAR` and `END:VCALENDAR`.
    public init(_ contents: (inout ICalendarWriter) -> Void) { component("VCALENDAR", contents) }

    /// A component with what is in it: `VEVENT`, `VALARM`.
    public mutating func component(_ name: String, _ contents: (inout ICalendarWriter) -> Void) {
        property("BEGIN", name)
        contents(&self)
        property("END", name)
    }
    /// A property whose value needs no escaping: a number, an address, a word of the standard.
    public mutating func property(_ name: String, _ value: String) { add("\(name):\(value)") }
    /// A property whose value people wrote (§3.3.11).
    public mutating func property(_ name: String, text: String) { property(name, Self.escaped(text)) }
    /// A property with a time in UTC (§3.3.5, form 2): `20261121T070000Z`.
    public mutating func property(_ name: String, _ time: Timestamp) {
        property(name, time.wholeSeconds.description.filter { $0 != "-" && $0 != ":" })
    }

    /// A parameter's value in quotes, which it cannot hold itself (§3.2).
    public static func quoted(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isControl(scalar) && scalar != "\"" { out.append(scalar) }
        return "\"\(String(out))\""
    }

    /// Goes by code points: a combining mark after a comma is one character with it, and the comma must be escaped all the same.
    private static func escaped(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": out.append(contentsOf: ["\\", scalar])
            case "\n": out.append(contentsOf: ["\\", "n"])
            case _ where isControl(scalar) && scalar != "\t": break
            default: out.append(scalar)
            }
        }
        return String(out)
    }
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 32 || scalar.value == 127 }

    /// Folds after 75 octets (§3.1). Characters stay whole, unless one alone is longer than a line.
    private mutating func add(_ line: String) {
        var width = 0
        for character in line {
            if character.utf8.count < Self.octetsMax { append(String(character), &width) } else {
                for scalar in character.unicodeScalars { append(String(scalar), &width) }
            }
        }
        text += "\r\n"
    }
    private mutating func append(_ part: String, _ width: inout Int) {
        if width + part.utf8.count > Self.octetsMax {
            text += "\r\n "
            width = 1
        }
        text += part
        width += part.utf8.count
    }
    private static let octetsMax = 75
}
