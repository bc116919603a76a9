import Kernel

/// When an order's version rises: once per message that changes its status, the payment's, the delivery's, its courier,
/// the rating, or an estimate by a minute.
enum FoodVersions {
    static let estimateStep: Duration = .seconds(60)

    static func note(_ before: FoodOrder, _ order: inout FoodOrder, _ now: Timestamp, isDeliveryNews: Bool) -> [FoodEffect] {
        var effects: [FoodEffect] = []
        var isNew = before.status != order.status || before.payment.status != order.payment.status
            || before.delivery?.status != order.delivery?.status || before.delivery?.courier != order.delivery?.courier
            || before.rating != order.rating
        let estimate = FoodEstimates.deliveryAt(of: order).map { order.status.isFinal ? $0 : max($0, now) }
        if hasMoved(readyTime(before), readyTime(order)) { isNew = true }
        if hasMoved(order.toldDeliveryAt, estimate) {
            isNew = true
            if isDeliveryNews, !order.status.isFinal { effects.append(.announce(.estimate(previous: order.toldDeliveryAt))) }
        }
        guard isNew else { return effects }
        // Every version tells the estimate of its moment, as answers do.
        order.toldDeliveryAt = estimate
        order.version += 1
        order.updatedAt = now
        return effects + [.update]
    }

    private static func readyTime(_ order: FoodOrder) -> Timestamp? { order.times.readyAt ?? order.times.estimatedReadyAt }
    private static func hasMoved(_ old: Timestamp?, _ new: Timestamp?) -> Bool {
        guard let old, let new else { return (old == nil) != (new == nil) }
        return abs((new - old).wholeMilliseconds) >= estimateStep.wholeMilliseconds
    }
}
