import PaymentsKit

extension PaymentsScope {
    package var methods: PaymentMethodStore { PaymentMethodStore(database, tenant) }
}
