import CatalogKit
import CatalogMeals
import CatalogRestaurants
import Contracts
import Kernel

/// What stands against ordering a cart at an instant: every problem at once, in the order of their codes.
struct CartCheck {
    let restaurant: Restaurant
    let items: [MenuItemID: MenuItem]
    /// Free portions of those items that are counted.
    let free: [MenuItemID: Int]
    /// Orders that have a place in the kitchen.
    let kitchenOrders: Int
    let now: Timestamp

    func restaurantProblems() -> [CartProblem] {
        var problems: [CartProblem] = []
        switch restaurant.status {
        case .active: break
        case .draft, .suspended: problems.append(CartProblem(.restaurantNotActive))
        }
        // By the hours alone: a closed restaurant may be paused, too.
        if !restaurant.calendar.isOpen(at: now) {
            problems.append(CartProblem(.restaurantClosed, ["opensAt": Self.json(restaurant.calendar.opensAt(after: now))]))
        }
        switch restaurant.mode(at: now) {
        case .normal, .busy: break
        case .paused: problems.append(CartProblem(.restaurantPaused, ["until": Self.json(restaurant.availability.until)]))
        }
        if let most = restaurant.maxActiveOrders, kitchenOrders >= most { problems.append(CartProblem(.restaurantAtCapacity)) }
        return problems
    }
    private static func json(_ time: Timestamp?) -> JSONValue { time.map { .string($0.wholeSecondsUp.description) } ?? .null }

    func lineProblems(_ lines: [Cart.Line]) -> [CartProblem] {
        let indexed = lines.enumerated().map { (index: $0.offset, line: $0.element, item: items[$0.element.menuItemId]) }
        let sold = indexed.filter { $0.item?.isAvailable(at: now) ?? false }
        let unavailable = indexed.filter { !($0.item?.isAvailable(at: now) ?? false) }.map { CartProblem(.itemUnavailable, item: $0.index) }
        // Two lines of an item are one demand.
        var demand: [MenuItemID: Int] = [:]
        for (_, line, _) in sold { demand[line.menuItemId, default: 0] += line.quantity }
        let short = sold.compactMap { index, line, _ -> CartProblem? in
            guard let left = free[line.menuItemId], demand[line.menuItemId] ?? 0 > left else { return nil }
            return CartProblem(.itemOutOfStock, item: index, ["available": .int(left)])
        }
        let invalid = sold.flatMap { index, line, item in
            item.map { Self.groupsInvalid(line.options, of: $0) }?.map { group in
                CartProblem(.optionsInvalid, item: index, ["groupId": group.map { .string($0) } ?? .null])
            } ?? []
        }
        return unavailable + short + invalid
    }

    /// Groups of an item whose choices don't fit, in their order; nil at the end: no group has some option.
    static func groupsInvalid(_ options: [String], of item: MenuItem) -> [String?] {
        var invalid: [String?] = []
        for group in item.optionGroups {
            let chosen = options.filter { id in group.options.contains { $0.id == id } }
            let isOn = chosen.allSatisfy { id in group.options.contains { $0.id == id && $0.isAvailable } }
            let isFitting = isOn && Set(chosen).count == chosen.count && (group.min...max(group.min, group.max)).contains(chosen.count)
            if !isFitting { invalid.append(group.id) }
        }
        if options.contains(where: { item.option($0) == nil }) { invalid.append(nil) }
        return invalid
    }

    static func zoneProblems(_ zone: DeliveryZone?, subtotal: Money) -> [CartProblem] {
        guard let zone else { return [CartProblem(.outOfZone)] }
        guard subtotal.amount < zone.minimumOrder else { return [] }
        return [CartProblem(.belowMinimum, [
            "minimum": Money(zone.minimumOrder, subtotal.currency).json,
            "missing": Money(zone.minimumOrder - subtotal.amount, subtotal.currency).json,
        ])]
    }
}
