import Kernel

extension ICalendarWriter {
    /// RFC 5545, 3.6: a calendar has a component, also one without dates. This one says nothing but what UTC is.
    package mutating func writeUTC() {
        component("VTIMEZONE") { zone in
            zone.property("TZID", "Etc/UTC")
            zone.component("STANDARD") { rule in
                rule.property("DTSTART", "19700101T000000")
                rule.property("TZOFFSETFROM", "+0000")
                rule.property("TZOFFSETTO", "+0000")
            }
        }
    }
}
