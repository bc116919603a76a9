import Dispatch

/// Time that only goes forward, for waiting: setting the machine's clock does not move it.
enum Monotonic {
    static func milliseconds() -> Int64 { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
}
