/// The instants that count within a time which moves along with the clock, in milliseconds.
struct SlidingWindow {
    private(set) var times: [Int64] = []

    /// Counts this instant unless there are as many already.
    /// - Returns: nil if it counts; else the milliseconds until the next one may.
    mutating func take(atMost limit: Int, within length: Int64, at time: Int64) -> Int64? {
        times.removeAll { time - $0 >= length }
        guard times.count >= limit else {
            times.append(time)
            return nil
        }
        return (times.min() ?? time) + length - time
    }
    /// Milliseconds until nothing counts any more.
    func rest(within length: Int64, at time: Int64) -> Int64 { (times.max() ?? time - length) + length - time }

    mutating func giveBack(_ time: Int64) {
        if let index = times.firstIndex(of: time) { times.remove(at: index) }
    }
}
