import Kernel

/// One setting of a tenant file, as docs/tenants.md describes it. A test compares limits and defaults with the plugin's
/// checks and types.
public struct SettingDescription: Sendable {
    /// Below the service's settings: `lockout.failuresMax`; `categories[].slug` of each in a list; `pages.*.version` of each name.
    public let path: String
    public let meaning: String
    /// The unit: `minutes`, `minor units`; empty: not a quantity.
    public let unit: String
    /// The default, as YAML; nil: required.
    public let usual: String?
    /// Limits in words, if they aren't numbers.
    public let limits: String
    public let range: ClosedRange<Int>?

    /// A whole number.
    public init(_ path: String, _ meaning: String, _ range: ClosedRange<Int>, _ unit: String, usual: Int?) {
        (self.path, self.meaning, self.range, self.unit, self.usual) = (path, meaning, range, unit, usual.map(String.init))
        limits = "\(range.lowerBound) to \(range.upperBound)"
    }
    /// Anything else.
    public init(_ path: String, _ meaning: String, _ limits: String, unit: String = "", usual: String?) {
        (self.path, self.meaning, self.limits, self.unit, self.usual, range) = (path, meaning, limits, unit, usual, nil)
    }

    /// Whether it describes this setting, or one above or below it.
    public func covers(_ names: [String]) -> Bool {
        let own = path.replacing("[]", with: ".[]").split(separator: ".").map(String.init)
        return zip(own, names).allSatisfy { $0 == $1 || $0 == "*" } && own.count <= names.count
    }
}

/// A service that describes the settings of its plugins, for docs/tenants.md.
public protocol DescribesSettings {
    /// By the plugin's name.
    static var settingsReference: [String: [SettingDescription]] { get }
}
