/// How much of a resource there is and where it is. `sold + held + offered ≤ quantity` at any time; the table's CHECK says the same.
package struct Stock: Sendable, Equatable {
    package var quantity: Int
    package var sold: Int
    package var held: Int
    /// Kept for somebody on the waiting list.
    package var offered: Int
    package init(quantity: Int, sold: Int = 0, held: Int = 0, offered: Int = 0) {
        (self.quantity, self.sold, self.held, self.offered) = (quantity, sold, held, offered)
    }
    package var available: Int { quantity - sold - held - offered }
    /// Not sold, and not for everybody: held for an order, or offered to somebody who waits.
    package var kept: Int { held + offered }
    /// What the quantity cannot fall below.
    package var taken: Int { sold + kept }
}
