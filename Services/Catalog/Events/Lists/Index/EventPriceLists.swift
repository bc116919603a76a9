import CatalogKit
import Contracts

/// Which events are in a band, by the lowest price that somebody pays for them.
struct PriceBandSets: Sendable {
    let limits: CatalogSettings.PriceBands
    private var budget: SlotSet, moderate: SlotSet, premium: SlotSet

    init(limits: CatalogSettings.PriceBands, capacity: Int) {
        self.limits = limits
        (budget, moderate, premium) = (SlotSet(capacity: capacity), SlotSet(capacity: capacity), SlotSet(capacity: capacity))
    }
    subscript(band: PriceBand) -> SlotSet {
        switch band {
        case .free: SlotSet()
        case .budget: budget
        case .moderate: moderate
        case .premium: premium
        }
    }
    mutating func insert(_ slot: Int, _ event: ListedEvent) {
        guard let lowest = event.priceLowestPaid else { return }
        if lowest <= limits.budget {
            budget.insert(slot)
        } else if lowest <= limits.moderate {
            moderate.insert(slot)
        } else {
            premium.insert(slot)
        }
    }
    mutating func remove(_ slot: Int) {
        budget.remove(slot)
        moderate.remove(slot)
        premium.remove(slot)
    }
}

/// Which events have a ticket of a price.
struct PriceLists: Sendable {
    private var sorted: [Int] = []
    private var postings: [Int: Posting] = [:]

    mutating func insert(_ slot: Int, at price: Int, of capacity: Int) {
        if postings[price] == nil { sorted.insert(price, at: sorted.firstIndex { $0 > price } ?? sorted.count) }
        postings[price, default: Posting()].insert(slot, of: capacity)
    }
    mutating func remove(_ slot: Int, at price: Int) { postings[price]?.remove(slot) }

    func add(_ range: ClosedRange<Int>, to set: inout SlotSet) {
        for price in sorted where range.contains(price) { postings[price]?.add(to: &set) }
    }
}
