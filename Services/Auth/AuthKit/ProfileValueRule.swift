import Contracts
import Kernel

/// What a value may be: a type with its limits, as a tenant file declares it.
public struct ProfileValueRule: Decodable, Equatable, Sendable {
    public enum ValueType: String, Decodable, Sendable, CaseIterable {
        case text, integer, number, boolean, date, list, object
        /// Auth gives it; who sends it back keeps it.
        case id
    }
    /// A limit: a number, a date or `today`.
    public enum Bound: Decodable, Equatable, Sendable {
        case number(Double)
        case word(String)
        public init(from decoder: any Decoder) throws {
            let box = try decoder.singleValueContainer()
            if let number = try? box.decode(Double.self) { self = .number(number) } else { self = .word(try box.decode(String.self)) }
        }
        package var number: Double? { if case .number(let number) = self { number } else { nil } }
        package var word: String? { if case .word(let word) = self { word } else { nil } }
    }
    /// The only values that are taken: written here, or those of a list elsewhere in the tenant file.
    public enum Choices: Decodable, Equatable, Sendable {
        case listed([JSONValue])
        /// Dotted path below `settings`, and the member of its entries that counts.
        case setting(String, member: String)
        private enum CodingKeys: String, CodingKey { case setting, member }
        public init(from decoder: any Decoder) throws {
            if let texts = try? [String](from: decoder) {
                self = .listed(texts.map { .string($0) })
            } else if let numbers = try? [Int](from: decoder) {
                self = .listed(numbers.map { .int($0) })
            } else {
                let box = try decoder.container(keyedBy: CodingKeys.self)
                self = .setting(try box.decode(String.self, forKey: .setting), member: try box.decode(String.self, forKey: .member))
            }
        }
        package func values(in definition: TenantDefinition) -> [JSONValue] {
            switch self {
            case .listed(let values): values
            case .setting(let path, let member): (JSONValue.object(definition.settings).at(path)?.array ?? []).compactMap { $0[member] }
            }
        }
    }
    /// A member of an object.
    public struct Member: Decodable, Equatable, Sendable {
        public let name: String
        public let isRequired: Bool
        public let rule: ProfileValueRule
        private enum CodingKeys: String, CodingKey { case name, required }
        public init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: CodingKeys.self)
            name = try box.decode(String.self, forKey: .name)
            isRequired = try box.decodeIfPresent(Bool.self, forKey: .required) ?? false
            rule = try ProfileValueRule(from: decoder)
        }
    }

    public let type: ValueType
    public let min: Bound?
    public let max: Bound?
    /// A regular expression over the whole text.
    public let pattern: String?
    public let choices: Choices?
    /// What people read when a value is none of `choices` or does not fit `pattern`.
    public let message: String?
    /// Of a list: what its entries may be; one element.
    public let items: [ProfileValueRule]
    /// Of an object.
    public let members: [Member]

    private enum CodingKeys: String, CodingKey { case type, min, max, pattern, oneOf, message, items, fields }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        type = try box.decodeIfPresent(ValueType.self, forKey: .type) ?? .text
        (min, max) = (try box.decodeIfPresent(Bound.self, forKey: .min), try box.decodeIfPresent(Bound.self, forKey: .max))
        pattern = try box.decodeIfPresent(String.self, forKey: .pattern)
        choices = try box.decodeIfPresent(Choices.self, forKey: .oneOf)
        message = try box.decodeIfPresent(String.self, forKey: .message)
        items = try box.decodeIfPresent(ProfileValueRule.self, forKey: .items).map { [$0] } ?? []
        members = try box.decodeIfPresent([Member].self, forKey: .fields) ?? []
    }
    init(_ type: ValueType, choices: Choices? = nil, message: String? = nil) {
        (self.type, self.choices, self.message) = (type, choices, message)
        (min, max, pattern, items, members) = (nil, nil, nil, [], [])
    }

    static let textCharacters = 1...200
    package static let entries = 0...20

    /// Characters of a text, entries of a list, or whole numbers, where the declaration does not say.
    func range(_ usual: ClosedRange<Int>) -> ClosedRange<Int> {
        let lower = min?.number.flatMap { Int(exactly: $0) } ?? usual.lowerBound
        return lower...Swift.max(lower, max?.number.flatMap { Int(exactly: $0) } ?? usual.upperBound)
    }
    /// The first and the last date; a last one that is nil is today.
    var dates: (first: CalendarDate, last: CalendarDate?) {
        let first = min?.word.flatMap { CalendarDate($0) } ?? CalendarDate(daysSinceEpoch: -25_567)  // 1900-01-01
        return (first, max?.word.flatMap { CalendarDate($0) })
    }
}
