import PaymentsKit

extension PaymentsTransaction {
    var refundCharges: RefundChargeStore { RefundChargeStore(database, tenant) }
}
