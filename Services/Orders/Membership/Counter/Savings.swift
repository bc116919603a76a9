import Kernel

/// What a purchase saves, and why: integer minor units, rounded half up, so that the lines of the explanation add up.
package struct Savings: Sendable, Equatable {
    package let purchase: Money
    package let baseBasisPoints: Int
    package let bonusBasisPoints: Int

    package init(of purchase: Money, baseBasisPoints: Int, bonusBasisPoints: Int) {
        (self.purchase, self.baseBasisPoints, self.bonusBasisPoints) = (purchase, baseBasisPoints, bonusBasisPoints)
    }
    package var total: Money { part(baseBasisPoints + bonusBasisPoints) }
    package var base: Money { part(baseBasisPoints) }
    /// What is left for the campaign once the shop's own discount is taken.
    package var bonus: Money { Money(total.amount - base.amount, purchase.currency) }
    package var due: Money { Money(purchase.amount - total.amount, purchase.currency) }

    private func part(_ basisPoints: Int) -> Money { Money((purchase.amount * basisPoints + 5000) / 10_000, purchase.currency) }
}

/// 750 → 7.5
package func percent(ofBasisPoints points: Int) -> JSONValue { .double(Double(points) / 100) }
