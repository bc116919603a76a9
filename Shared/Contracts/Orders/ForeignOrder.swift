import Kernel

extension OrderID {
    /// Money is asked for by other services, too; they name what it is for with a path: `appointment/31`.
    public var isForeign: Bool { rawValue.contains("/") }
}
