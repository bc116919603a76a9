import Contracts
import Kernel
import Messaging
import ServiceKit
import Synchronization

/// An event of a service on its way to whoever watches.
package final class LiveEvent: Sendable {
    package let id: String
    let type: MessageType
    package let service: ServiceName
    let tenant: TenantID
    /// The tenant's time of the fact.
    let time: Timestamp
    /// The broker's time of the record: comparable between the topics of several services, on every instance of the gateway.
    package let recorded: Timestamp
    let arrivedMilliseconds: Int64
    let json: [UInt8]
    private let readPayload = Mutex<JSONValue?>(nil)

    /// The approximate size in memory.
    var costBytes: Int { json.count + 300 }

    /// Nil: no event that anybody could watch.
    package init?(_ record: IncomingRecord, service: ServiceName, arrivedMilliseconds: Int64) {
        guard let envelope = try? Envelope(record) else { return nil }
        (id, type, tenant, time) = (envelope.id, envelope.type, envelope.tenant, envelope.time)
        (self.service, recorded, self.arrivedMilliseconds, json) = (service, record.timestamp, arrivedMilliseconds, envelope.value)
    }

    /// Read when somebody watches. Null where it is no object: nobody is shown that.
    private var payload: JSONValue {
        readPayload.withLock { known in
            if let known { return known }
            let decoded = try? JSON.decode(JSONValue.self, from: json)
            let value = decoded?.object == nil ? .null : decoded ?? .null
            known = value
            return value
        }
    }

    /// The topic's text for this event; nil: the event does not say which one it is about, or is no object.
    func topicText(_ supply: TopicTable.Supply) -> String? {
        guard payload.object != nil else { return nil }
        guard let parameter = supply.topic.parameter else { return supply.topic.name }
        guard let value = Self.values(payload, supply.feed.about ?? parameter).first else { return nil }
        return supply.topic.prefix + value
    }

    /// The users that these fields of the event name.
    func users(in fields: [String]) -> Set<String> { Set(fields.flatMap { Self.values(payload, $0) }) }

    /// The texts at a dotted path, through lists.
    private static func values(_ json: JSONValue, _ path: String) -> [String] {
        var found = [json]
        for name in path.split(separator: ".") {
            found = found.flatMap { value -> [JSONValue] in
                let objects = value.array ?? [value]
                return objects.compactMap { $0[String(name)] }
            }
        }
        return found.flatMap { $0.array ?? [$0] }.compactMap { $0.string ?? $0.int.map(String.init) }
    }

    /// `{"id","type","topic","at","data"}`
    func frame(_ feed: Feed, topic: String, snakeCase: Bool) -> LiveFrame {
        var data = json
        if !feed.shows.isEmpty || !feed.with.isEmpty || feed.names != nil || feed.words != nil || feed.times != nil {
            let shown = feed.shown(of: payload.object ?? [:]).map { name, value in
                (feed.names?[name] ?? name, value.string.flatMap { feed.words?[name]?[$0] }.map { .string($0) } ?? value)
            }
            let members = Dictionary(shown) { first, _ in first }.merging(feed.with) { _, added in added }
            data = (try? JSON.encode(JSONValue.object(members))) ?? Array("{}".utf8)
        }
        return LiveFrame(id: id, service: service, version: payload["version"]?.int,
                         makesVersion: feed.shows.isEmpty || feed.shows.contains("version"), type: feed.type, topic: topic, at: time,
                         data: snakeCase ? KeyStyle.snakeCase(data) : data)
    }
}

/// What is sent to a client, ready to be written.
struct LiveFrame: Sendable {
    /// Nil: of no event, so nothing to resume after.
    let id: String?
    /// The service of the event; nil: no service, for example a snapshot.
    let service: ServiceName?
    /// Which version of its object the event is about; nil: it counts none.
    let version: Int?
    /// False: it says something of a version that others made, for example where somebody is meanwhile.
    let makesVersion: Bool
    let json: [UInt8]

    init(id: String, service: ServiceName? = nil, version: Int? = nil, makesVersion: Bool = true, type: String, topic: String,
         at: Timestamp, data: [UInt8]) {
        var json = Array(#"{"id":"#.utf8)
        json.reserveCapacity(data.count + 200)
        JSONWriter.append(id, to: &json)
        for (name, value) in [("type", type), ("topic", topic), ("at", at.wholeSeconds.description)] {
            json.append(contentsOf: ",\"\(name)\":".utf8)
            JSONWriter.append(value, to: &json)
        }
        json.append(contentsOf: #","data":"#.utf8)
        json.append(contentsOf: data)
        json.append(UInt8(ascii: "}"))
        (self.id, self.service, self.version, self.makesVersion, self.json) = (id, service, version, makesVersion, json)
    }

    /// `{"error": problem, "topic"}`
    init(error problem: [UInt8], topic: String?) {
        var json = Array(#"{"error":"#.utf8) + problem
        if let topic {
            json.append(contentsOf: #","topic":"#.utf8)
            JSONWriter.append(topic, to: &json)
        }
        json.append(UInt8(ascii: "}"))
        (id, service, version, makesVersion, self.json) = (nil, nil, nil, true, json)
    }

    /// A plain remark: `{"subscribed": topic, "ref": …}`.
    init(remark: JSONValue) {
        (id, service, version, makesVersion) = (nil, nil, nil, true)
        json = (try? JSON.encode(remark)) ?? Array("{}".utf8)
    }
}
