import Kernel

/// One setting of a tenant file: what docs/tenants.md says about it. A test compares limits and usual values with the plugin's own check and types.
public struct SettingDescription: Sendable {
    /// Below the service's settings: `lockout.failuresMax`; `categories[].slug` of each in a list; `pages.*.version` of each name.
    public let path: String
    public let meaning: String
    /// What it is counted in: `minutes`, `minor units`; empty: nothing is counted.
    public let unit: String
    /// What a tenant without it has, as YAML; nil: it is required.
    public let usual: String?
    /// In words, for limits that are not numbers.
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

    /// Whether it speaks of this setting, or of everything above or below it.
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
