/// Every message of payments-stub. Golden files and documents follow from it, and a test names what is missing here.
enum PaymentsMessages {
    static let types: [any Message.Type] = [
        CancelIntent.self,
        CashRecorded.self,
        CashSettled.self,
        CashVoided.self,
        CreateIntent.self,
        EarningsReleased.self,
        ForgetPayer.self,
        ImportPayment.self,
        ImportWallet.self,
        IntentCreated.self,
        OpenPayoutAccount.self,
        PaymentCanceled.self,
        PaymentFailed.self,
        PaymentRequiresAction.self,
        PaymentStarted.self,
        PaymentSucceeded.self,
        RecordCash.self,
        RefundFailed.self,
        RefundPayment.self,
        RefundSucceeded.self,
        VoidCash.self,
        WithdrawalFailed.self,
        WithdrawalRequested.self,
        WithdrawalSettled.self,
    ]
}
