import Foundation
import Synchronization

/// Output for people: results on standard output, progress and warnings on standard error.
public enum Terminal {
    /// Colours only on a terminal, and never with `NO_COLOR` (https://no-color.org).
    public static let hasColour = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    public static let isInteractive = isatty(STDERR_FILENO) == 1

    /// One line is one write, so lines of several threads do not mix.
    public static func say(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }
    public static func note(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

    static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // The reader has closed the pipe: drop the rest.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    public enum Colour: Int, CaseIterable, Sendable {
        case red = 31, green, yellow, blue, magenta, cyan
        case grey = 90
    }
    public static func painted(_ text: String, _ colour: Colour, bold: Bool = false) -> String {
        hasColour ? "\u{1B}[\(bold ? "1;" : "")\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// A bar for work that takes longer than a moment; on anything but a terminal one line at the end.
public final class ProgressBar: Sendable {
    private let title: String
    private let total: Int
    private let started = ContinuousClock.now
    private let state = Mutex<(done: Int, drawn: ContinuousClock.Instant)>((0, .now - .seconds(1)))

    public init(_ title: String, total: Int) { (self.title, self.total) = (title, max(1, total)) }

    public func advance(by count: Int = 1) { set(state.withLock { $0.done } + count) }

    public func set(_ done: Int) {
        let draw = state.withLock { state in
            state.done = done
            guard Terminal.isInteractive, ContinuousClock.now - state.drawn > .milliseconds(80) || done >= total else { return false }
            state.drawn = .now
            return true
        }
        if draw { Terminal.write("\r" + line(done), to: STDERR_FILENO) }
    }

    private func line(_ done: Int) -> String {
        let width = 30
        let filled = min(width, done * width / total)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        return "\(title) \(bar) \(done)/\(total)\u{1B}[K"
    }

    /// Ends the line with the count and the rate.
    public func finish() {
        let done = state.withLock { $0.done }
        let seconds = (ContinuousClock.now - started).inSeconds
        let perSecond = Int(Double(done) / max(seconds, 0.001))
        let rate = seconds > 0.05 && perSecond > 0 ? " (\(perSecond)/s)" : ""
        Terminal.write((Terminal.isInteractive ? "\r\u{1B}[K" : "") + "\(title): \(done)\(rate)\n", to: STDERR_FILENO)
    }
}

extension Duration {
    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
