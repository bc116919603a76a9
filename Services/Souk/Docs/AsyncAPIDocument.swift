// By hand: generators for Swift make code from a document, not a document from code.

import Contracts
import Foundation
import Kernel
import ServiceKit

/// `docs/asyncapi.yaml` (AsyncAPI 3.0): the topics as others may read them, each message with a schema and an example from its golden file.
public struct AsyncAPIDocument {
    let services: [ServiceFacts]
    /// Folder of the golden files.
    let golden: String

    public init(services: [ServiceFacts] = ServiceFacts.all, golden: String) { (self.services, self.golden) = (services, golden) }

    public var text: String {
        let contracts = Set(AllMessages.types.map { $0.type })
        var channels: [String: JSONValue] = [:]
        var operations: [String: JSONValue] = [:]
        var messages: [String: JSONValue] = [:]
        for service in services {
            let events = service.publishes.filter(contracts.contains).sorted()
            let commands = service.commands.filter(contracts.contains).sorted()
            for (topic, types, action) in [(Topics.events(service.name), events, "send"),
                                           (Topics.commands(service.name), commands, "receive")] where !types.isEmpty {
                let id = topic.replacing(".", with: "-")
                channels[id] = ["address": .string(topic),
                                "messages": .object(
                                    Dictionary(uniqueKeysWithValues: types.map { ($0.rawValue, reference("components/messages/\($0)")) }))]
                operations["\(service.name)-\(action == "send" ? "publishes" : "handles")"] =
                    ["action": .string(action), "channel": reference("channels/\(id)")]
                for type in types { messages[type.rawValue] = message(type) }
            }
        }
        let document: JSONValue = [
            "asyncapi": "3.0.0",
            "info": ["title": "Souk", "version": "1.0.0", "description": "Written by `souk docs`. Records are keyed by tenant."],
            "defaultContentType": "application/json",
            "channels": .object(channels), "operations": .object(operations),
            "components": ["messages": .object(messages), "messageTraits": ["cloudEvent": Self.cloudEvent]],
        ]
        return YAMLText.text(document)
    }

    private func reference(_ path: String) -> JSONValue { ["$ref": .string("#/" + path.replacing("~", with: "~0"))] }

    private func message(_ type: MessageType) -> JSONValue {
        var members: [String: JSONValue] = ["name": .string(type.rawValue), "traits": [reference("components/messageTraits/cloudEvent")]]
        let example = FileManager.default.contents(atPath: "\(golden)/\(type).json").flatMap { try? JSON.decode(JSONValue.self, from: $0) }
        if let example {
            members["payload"] = Self.schema(of: example)
            members["examples"] = [["payload": example]]
        }
        return .object(members)
    }

    /// The schema that follows from an example. It cannot show which members are optional: the Swift type does.
    static func schema(of value: JSONValue) -> JSONValue {
        switch value {
        case .null: ["type": "null"]
        case .bool: ["type": "boolean"]
        case .int: ["type": "integer"]
        case .double: ["type": "number"]
        case .string(let text): Timestamp(text) == nil ? ["type": "string"] : ["type": "string", "format": "date-time"]
        case .array(let items): items.first.map { ["type": "array", "items": schema(of: $0)] } ?? ["type": "array"]
        case .object(let members): ["type": "object", "properties": .object(members.mapValues(schema))]
        }
    }

    /// The headers every record has (CloudEvents 1.0, Kafka binary mode).
    private static let cloudEvent: JSONValue = {
        let text: JSONValue = ["type": "string"]
        let names = ["ce_specversion", "ce_id", "ce_type", "ce_source", "ce_time", "ce_tenant", "ce_correlationid"]
        var properties = Dictionary(uniqueKeysWithValues: names.map { ($0, text) })
        for optional in ["ce_subject", "ce_causationid", "traceparent"] { properties[optional] = text }
        return ["headers": ["type": "object", "required": .array(names.map { .string($0) }), "properties": .object(properties)]]
    }()
}

/// JSON values as YAML, keys in order: block style, every text quoted where it needs to be.
enum YAMLText {
    static func text(_ value: JSONValue) -> String { lines(value, indent: 0).joined(separator: "\n") + "\n" }

    private static func lines(_ value: JSONValue, indent: Int) -> [String] {
        let space = String(repeating: "  ", count: indent)
        switch value {
        case .object(let members) where !members.isEmpty:
            return members.sorted { $0.key < $1.key }.flatMap { key, member -> [String] in
                isBlock(member) ? ["\(space)\(quoted(key)):"] + lines(member, indent: indent + 1)
                    : ["\(space)\(quoted(key)): \(scalar(member))"]
            }
        case .array(let items) where !items.isEmpty:
            return items.flatMap { item -> [String] in
                guard isBlock(item) else { return ["\(space)- \(scalar(item))"] }
                var block = lines(item, indent: indent + 1)
                block[0] = space + "- " + block[0].dropFirst(space.count + 2)
                return block
            }
        default: return [space + scalar(value)]
        }
    }

    private static func isBlock(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let members): !members.isEmpty
        case .array(let items): !items.isEmpty
        case .null, .bool, .int, .double, .string: false
        }
    }

    /// JSON is valid YAML, so everything but a plain word is written as JSON.
    private static func scalar(_ value: JSONValue) -> String {
        if case .string(let text) = value { return quoted(text) }
        return (try? JSON.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    private static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { (97...122).contains($0) || (65...90).contains($0) || $0 == 45 || $0 == 95 }
            && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased()) && text.first != "-"
        if isPlain { return text }
        return (try? JSON.encode(JSONValue.string(text))).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
