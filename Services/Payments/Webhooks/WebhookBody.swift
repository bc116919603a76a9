import Contracts
import Kernel

/// The JSON that a receiver gets.
enum WebhookBody {
    /// Fields of events that name people; receivers get the payment, refund or withdrawal instead.
    private static let people: Set<String> = ["userId", "vendorUserId", "organizerId", "courierId"]

    /// - Parameter data: the object as answers of the API show it.
    static func bytes(type: String, at now: Timestamp, tenant: TenantID, data: JSONValue,
                      style: TenantDefinition.KeyStyle) throws -> [UInt8] {
        let named = switch style {
        case .camelCase: data
        case .snakeCase: snakeCase(data)
        }
        return try JSON.encode(JSONValue.object([
            "type": .string(type), "timestamp": .string(now.wholeSeconds.description), "tenant": .string(tenant.rawValue), "data": named,
        ]))
    }

    /// What an event tells by itself, without people.
    static func data(of event: JSONValue) -> JSONValue { .object((event.object ?? [:]).filter { !people.contains($0.key) }) }

    /// A body without what belongs to the person it is about: digits of cards and phones, and reasons in somebody's words.
    static func anonymised(_ body: String) throws -> String {
        let blank: Set<String> = ["last4", "reason"]
        let gone: Set<String> = ["brand", "expMonth", "exp_month", "expYear", "exp_year"]
        func cleaned(_ value: JSONValue) -> JSONValue {
            switch value {
            case .object(let members):
                .object(members.filter { !gone.contains($0.key) }.reduce(into: [:]) { all, member in
                    all[member.key] = blank.contains(member.key) ? "" : cleaned(member.value)
                })
            case .array(let items): .array(items.map(cleaned))
            case .null, .bool, .int, .double, .string: value
            }
        }
        return String(decoding: try JSON.encode(cleaned(JSON.decode(JSONValue.self, from: Array(body.utf8)))), as: UTF8.self)
    }

    private static func snakeCase(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(members.reduce(into: [:]) { all, member in
                let name = member.key.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
                all[name] = snakeCase(member.value)
            })
        case .array(let items): .array(items.map(snakeCase))
        case .null, .bool, .int, .double, .string: value
        }
    }
}
