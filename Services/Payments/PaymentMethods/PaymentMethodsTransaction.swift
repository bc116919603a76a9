import PaymentsKit

extension PaymentsTransaction {
    package var methods: PaymentMethodStore { PaymentMethodStore(database, tenant) }
}
extension PaymentsView {
    package var methods: PaymentMethodStore { PaymentMethodStore(database, tenant) }
}
