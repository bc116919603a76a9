/// `HH:mm` with two digits each.
public enum ClockText {
    public static let minutesPerDay = 1440

    /// Minutes of the day; 24:00 only where an end may be meant. Nil: no such time.
    public static func minutes(_ text: String, allowsEndOfDay: Bool = false) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == 58, [0, 1, 3, 4].allSatisfy({ (48...57).contains(bytes[$0]) }) else { return nil }
        let minutes = (Int(bytes[0] - 48) * 10 + Int(bytes[1] - 48)) * 60 + Int(bytes[3] - 48) * 10 + Int(bytes[4] - 48)
        guard bytes[3] < 54 else { return nil }
        return minutes < minutesPerDay || (allowsEndOfDay && minutes == minutesPerDay) ? minutes : nil
    }
    public static func text(_ minutes: Int) -> String {
        func pad(_ n: Int) -> String { n < 10 ? "0\(n)" : String(n) }
        return "\(pad(minutes / 60)):\(pad(minutes % 60))"
    }
    /// `-03:00`
    public static func offset(seconds: Int) -> String { "\(seconds < 0 ? "-" : "+")\(text(abs(seconds) / 60))" }
}
