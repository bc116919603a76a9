import Contracts
import Kernel
import NotificationPolicy

// How facts about orders are written, whatever is ordered.

extension Facts {
    /// A clock time of the app's own city: `21:05`.
    package mutating func setClock(_ path: String, _ time: Timestamp, zone: TimeZoneRules) {
        let local = zone.local(time)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        set(path, .string("\(two(local.hour)):\(two(local.minute))"))
    }
    /// `1234.50`: the text names the currency.
    package mutating func setAmount(_ path: String, _ money: Money) { set(path, .string(TextLanguage.bare(money))) }
}

extension OrderID {
    package var subject: String { "orders/\(self)" }
}
