import Kernel
import ServiceKit

/// One file of demo content while it is read: problems with their lines, times relative to the day of seeding, and the numbers
/// under which kinds of content name each other.
public final class DemoForm: YAMLForm {
    public let root: YAMLFile.Value
    public let time: DemoTime
    private(set) var defined: [DemoNumber: Int] = [:]
    private(set) var referenced: [(number: DemoNumber, line: Int)] = []

    init(_ file: YAMLFile, _ time: DemoTime) {
        (root, self.time) = (file.root, time)
        super.init(file: file.path)
    }

    /// The number that makes this value's id. No other of its kind may have it.
    public func own(_ key: String = "n", of kind: DemoNumber.Kind, in value: YAMLFile.Value) -> Int {
        let n = number(key, in: value)
        define(DemoNumber(kind, n), line: value.line)
        return n
    }
    func define(_ number: DemoNumber, line: Int) {
        if defined.updateValue(line, forKey: number) != nil { fail(line, "there are two \(number.kind)s \(number.n)") }
    }
    /// The number of something that this or another file must hold.
    public func reference(_ key: String, to kind: DemoNumber.Kind, in value: YAMLFile.Value) -> Int {
        let n = number(key, in: value)
        referenced.append((DemoNumber(kind, n), value.line(of: key)))
        return n
    }
    public func references(_ key: String, to kind: DemoNumber.Kind, in value: YAMLFile.Value) -> [Int] {
        let all = numbers(key, in: value)
        referenced += all.map { (number: DemoNumber(kind, $0), line: value.line(of: key)) }
        return all
    }
}

/// What files of the demo name each other by: account 3, event 9.
public struct DemoNumber: Hashable, Sendable {
    public let kind: Kind
    public let n: Int
    init(_ kind: Kind, _ n: Int) { (self.kind, self.n) = (kind, n) }

    /// Each reader declares its own beside itself.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        public let description: String
        public init(_ name: String) { description = name }
    }
}

extension YAMLForm {
    public func list(_ key: String, in value: YAMLFile.Value) -> [YAMLFile.Value] {
        switch value[key]?.content {
        case .list(let values): return values
        case nil: return []
        default:
            fail(value.line(of: key), "'\(key)' must be a list")
            return []
        }
    }
    public func number(_ key: String, in value: YAMLFile.Value, default fallback: Int? = nil) -> Int {
        if case .scalar(.int(let number)) = value[key]?.content { return number }
        if let fallback, value[key] == nil { return fallback }
        fail(value.line(of: key), "'\(key)' must be a whole number")
        return 0
    }
    public func optionalNumber(_ key: String, in value: YAMLFile.Value) -> Int? { value[key] == nil ? nil : number(key, in: value) }
    public func numbers(_ key: String, in value: YAMLFile.Value) -> [Int] {
        list(key, in: value).compactMap { item in
            if case .scalar(.int(let number)) = item.content { return number }
            fail(item.line, "'\(key)' must hold whole numbers")
            return nil
        }
    }
    public func decimal(_ key: String, in value: YAMLFile.Value) -> Double {
        switch value[key]?.content {
        case .scalar(.double(let number)): return number
        case .scalar(.int(let number)): return Double(number)
        default:
            fail(value.line(of: key), "'\(key)' must be a number")
            return 0
        }
    }
    public func optionalText(_ key: String, in value: YAMLFile.Value) -> String? { value[key] == nil ? nil : text(key, in: value) }
}

extension DemoForm {
    public func optionalTime(_ key: String, in value: YAMLFile.Value) -> Timestamp? {
        guard let text = optionalText(key, in: value) else { return nil }
        if let instant = time(text) { return instant }
        fail(value.line(of: key), "'\(text)' is not a time; write d+5 09:00, next saturday 17:00 or now-1h")
        return nil
    }
    public func requiredTime(_ key: String, in value: YAMLFile.Value) -> Timestamp {
        if value[key] == nil { fail(value.line, "'\(key)' is missing") }
        return optionalTime(key, in: value) ?? time.seededAt
    }
}
