import Foundation
import Kernel

/// The Umm al-Qura calendar, as Foundation has it.
package enum UmmAlQura {
    /// First day of Ramadan of a Hijri year; nil outside 1300–1600.
    package static func ramadan(_ hijri: Int) -> CalendarDate? {
        guard (1300...1600).contains(hijri) else { return nil }
        var calendar = Calendar(identifier: .islamicUmmAlQura)
        guard let utc = TimeZone(secondsFromGMT: 0) else { return nil }
        calendar.timeZone = utc
        var parts = DateComponents()
        (parts.year, parts.month, parts.day, parts.hour) = (hijri, 9, 1, 12)
        guard let date = calendar.date(from: parts) else { return nil }
        return CalendarDate(daysSinceEpoch: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
    }
}
