import Foundation
import Kernel

extension Timestamp {
    /// The machine's clock. For the edges (gateway, timer driver, tools); handlers have `tx.now`.
    public static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(millisecondsSinceEpoch: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
