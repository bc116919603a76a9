import Kernel

public enum PaymentTag {}
public enum RefundTag {}
public typealias PaymentID = Identifier<PaymentTag>
public typealias RefundID = Identifier<RefundTag>
