/// R12: who gets freed units. A pure function of the line and the number of units.
///
/// The first entry that fits is served. One that was passed over three times for its size gets all further units reserved until it fits.
package struct WaitingLine: Sendable {
    package struct Entry: Sendable, Equatable {
        package let id: String
        package let quantity: Int
        /// How often a later entry was served because this one was too large.
        package var passedOver: Int
        /// Units kept for it already.
        package var reserved: Int
        package init(id: String, quantity: Int, passedOver: Int = 0, reserved: Int = 0) {
            (self.id, self.quantity, self.passedOver, self.reserved) = (id, quantity, passedOver, reserved)
        }
    }
    package static let passedOverMax = 3

    /// Those who wait, in their order. After `serve`: with what changed.
    package private(set) var waiting: [Entry]
    /// Those who get an offer now.
    package private(set) var served: [Entry] = []
    /// Units that nobody in line gets.
    package private(set) var left: Int

    package init(_ waiting: [Entry], units: Int) {
        (self.waiting, left) = (waiting, units)
        while left > 0, serveOne() {}
    }

    /// False: nobody gets anything of what is left.
    private mutating func serveOne() -> Bool {
        if let starving = waiting.firstIndex(where: { $0.passedOver >= Self.passedOverMax }) {
            let taken = min(left, waiting[starving].quantity - waiting[starving].reserved)
            waiting[starving].reserved += taken
            left -= taken
            if waiting[starving].reserved == waiting[starving].quantity { served.append(waiting.remove(at: starving)) }
            return true
        }
        guard let fitting = waiting.firstIndex(where: { $0.quantity <= left }) else { return false }
        for i in 0..<fitting { waiting[i].passedOver += 1 }
        left -= waiting[fitting].quantity
        served.append(waiting.remove(at: fitting))
        return true
    }
}
