import Contracts
import Kernel

/// When an order's version rises: once per message that changes what people see of it. Arrival estimates, positions and the
/// passing of time do not count.
enum FuelVersions {
    static func note(_ before: FuelOrder, _ order: inout FuelOrder, _ now: Timestamp) -> [FuelEffect] {
        guard visible(before) != visible(order) || before.payments.map(\.status) != order.payments.map(\.status) else { return [] }
        order.version += 1
        order.updatedAt = now
        var frames: [FuelEffect] = []
        if before.timeline.count != order.timeline.count, let step = order.timeline.last { frames.append(.show(.status(by: step.by))) }
        for payment in order.payments where before.payments.first(where: { $0.id == payment.id })?.status != payment.status {
            frames.append(.show(.payment(payment.id)))
        }
        return frames.isEmpty ? [.show(.updated)] : frames
    }

    private struct Visible: Equatable {
        let status: FuelOrderStatus
        let steps: Int
        let schedule: FuelSchedule
        let driver: FuelDriver?
        let payment: FuelPayment.Status?
        let failureCode: String?
        let reading: FuelReading?
        let photos: [FuelPhoto]
        let flags: [FuelFlag]
        let tip: Int
        let final: FuelFinal?
        let refunded: Int
        let isErased: Bool
    }
    private static func visible(_ order: FuelOrder) -> Visible {
        Visible(status: order.status, steps: order.timeline.count, schedule: order.schedule, driver: order.driver,
                payment: order.payment?.status, failureCode: order.payment?.failureCode, reading: order.reading, photos: order.photos,
                flags: order.flags, tip: order.tip, final: order.final, refunded: order.refunded,
                isErased: order.isForgotten)
    }
}
