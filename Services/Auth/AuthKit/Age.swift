import Foundation
import Kernel

/// Whole years a person has lived on a day. Born on 29 February: older on 1 March of other years.
public enum Age {
    public static func of(bornOn birth: CalendarDate, on day: CalendarDate) -> Int {
        let hadBirthday = (day.month, day.day) >= (birth.month, birth.day)
        return max(0, day.year - birth.year - (hadBirthday ? 0 : 1))
    }

    /// The day it is in a time zone (IANA name; UTC where the name is unknown).
    public static func day(at now: Timestamp, in zone: String) -> CalendarDate {
        let offset = TimeZone(identifier: zone)?.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(now.secondsSinceEpoch))) ?? 0
        let local = now.secondsSinceEpoch + Int64(offset)
        return CalendarDate(daysSinceEpoch: Int((local - ((local % 86_400) + 86_400) % 86_400) / 86_400))
    }
}
