import Kernel
import Synchronization

/// The `Date` header (RFC 9110 §5.6.7), made once a second.
final class DateText: Sendable {
    private let state = Mutex<(second: Int64, text: String)>((0, ""))
    init() {}

    func text(at now: Timestamp) -> String {
        let second = now.secondsSinceEpoch
        return state.withLock { state in
            if state.second != second { state = (second, Self.format(now)) }
            return state.text
        }
    }

    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    static func format(_ time: Timestamp) -> String {
        let seconds = time.secondsSinceEpoch
        let date = CalendarDate(daysSinceEpoch: Int(seconds / 86_400))
        func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
        let rest = Int(seconds % 86_400)
        return
            "\(days[date.weekday - 1]), \(two(date.day)) \(months[date.month - 1]) \(date.year) "
            + "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60)) GMT"
    }
}
