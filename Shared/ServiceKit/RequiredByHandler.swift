import Kernel

/// Required properties that a handler asks for itself: its answer names them beside what breaks its other rules.
extension Schema {
    private static let requiredByHandler = "x-souk-required-by-handler"

    /// The same object, whose required properties the gateway documents and does not ask for.
    public var requiredByHandler: Schema {
        guard case .object(var members) = json else { return self }
        members[Self.requiredByHandler] = true
        return Schema(.object(members))
    }
    /// Whether the gateway leaves its required properties to the handler.
    public var isRequiredByHandler: Bool { json[Self.requiredByHandler] == true }
    /// The same as documents show it.
    public var documented: Schema {
        guard case .object(var members) = json else { return self }
        members[Self.requiredByHandler] = nil
        return Schema(.object(members))
    }
}
