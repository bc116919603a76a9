import Kernel
import OrdersFuel
import OrdersKit

/// What payments would report of an order's payment.
enum PaymentNoticeSample {
    static func of(_ order: FuelOrder) -> PaymentNotice {
        PaymentNotice(order.payment?.id ?? "none", order.money(order.authorized), failureCode: "card_declined", attempt: 1)
    }
}
