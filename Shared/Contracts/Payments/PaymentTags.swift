import Kernel

public enum PaymentTag {}
public enum RefundTag {}
public enum WithdrawalTag {}
public typealias PaymentID = Identifier<PaymentTag>
public typealias RefundID = Identifier<RefundTag>
public typealias WithdrawalID = Identifier<WithdrawalTag>
