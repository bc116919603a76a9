/// Averages of ratings.
package enum Stars {
    /// One decimal, rounded half up; nil: nobody has rated.
    package static func average(sum: Int, count: Int) -> Double? { count == 0 ? nil : Double((sum * 20 / count + 1) / 2) / 10 }
}
