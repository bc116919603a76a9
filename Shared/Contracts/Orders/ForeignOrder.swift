import Kernel

extension OrderID {
    /// Other services also request payments; they name the purpose by a path: `appointment/31`.
    public var isForeign: Bool { rawValue.contains("/") }
}
