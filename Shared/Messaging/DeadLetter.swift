import Contracts
import GRDB
import Kernel

/// A record that could not be taken, with the reason. On `<service>.dead-letters` and in the shard's own table.
public struct DeadLetter: Message {
    public static let type: MessageType = "platform.dead-letter.v1"
    /// The message's id, or `topic/partition/offset` where it had none.
    public let id: String
    public let tenant: TenantID
    public let topic: String
    public let partition: Int32
    public let offset: Int64
    public let `type`: String?
    public let reason: String
    public let at: Timestamp
    /// Header name → text; a name that came several times is joined by a newline.
    public let headers: [String: String]
    /// The value's first 64 KiB, base64url. Nil: the record had a null value.
    public let value: String?
    /// Size of the whole value.
    public let valueBytes: Int?
    /// For an early arrival: the offset of the tenant's definition with which it was taken up.
    public var takenUpAt: Int64?
}

/// A message that was a dead letter was sent again and applied. On `<service>.dead-letters`, after its dead letter.
public struct DeadLetterResolved: Message {
    public static let type: MessageType = "platform.dead-letter-taken.v1"
    /// The message's id.
    public let id: String
    public let tenant: TenantID
    public let at: Timestamp
}

/// What the records of dead-letter topics add up to: one dead letter for a message and a service, the last reason
/// counts, and none once it was taken.
public struct OpenDeadLetters: Sendable {
    private var byPlace: [String: DeadLetter] = [:]
    public init() {}

    /// Takes the next record of a topic; what is neither a dead letter nor the end of one is passed over.
    public mutating func read(_ record: IncomingRecord) {
        guard let value = record.value else { return }
        if let deadLetter = try? JSON.decode(DeadLetter.self, from: value) {
            byPlace["\(record.topic)/\(deadLetter.tenant)/\(deadLetter.id)"] = deadLetter
        } else if let taken = try? JSON.decode(DeadLetterResolved.self, from: value) {
            byPlace["\(record.topic)/\(taken.tenant)/\(taken.id)"] = nil
        }
    }

    /// Oldest first.
    public var deadLetters: [DeadLetter] { byPlace.values.sorted { ($0.at, $0.id, $0.topic) < ($1.at, $1.id, $1.topic) } }
}

extension DeadLetter {
    /// The largest part of a value that is kept: enough to see what it was. The whole record is in its topic as long as that keeps it.
    static let valueBytesMax = 64 * 1024
    private static let reasonBytesMax = 4 * 1024

    /// Whatever the record is, its dead letter is smaller than what any log takes (about 200 KB).
    /// - Parameter envelope: what was read of the record; nil when nothing could be.
    init(_ record: IncomingRecord, envelope: Envelope?, reason: String) {
        let place = "\(record.topic)/\(record.partition)/\(record.offset)"
        let tenant = envelope?.tenant ?? record.key.flatMap { TenantID(String(decoding: $0, as: UTF8.self)) } ?? "unknown"
        let kept = Self.withoutSealed(record.value)?.prefix(Self.valueBytesMax)
        self.init(id: envelope?.id ?? place, tenant: tenant, topic: record.topic, partition: record.partition, offset: record.offset,
                  type: envelope?.type.rawValue,
                  reason: String(decoding: reason.utf8.prefix(Self.reasonBytesMax), as: UTF8.self), at: envelope?.time ?? record.timestamp,
                  headers: DeadLetterHeaders(record.headers).named, value: kept.map { Base64URL.encode(Array($0)) },
                  valueBytes: record.value?.count)
    }

    /// The value without its sealed members. Dead dead letters are kept long and people read them: a service key that leaks
    /// later must not reveal passwords. To replay such a message, `souk dead-letters replay` reads its record while the
    /// topic keeps it.
    static func withoutSealed(_ value: [UInt8]?) -> [UInt8]? {
        guard let value, value.firstRange(of: Array("\"\(Self.sealedMark)\"".utf8)) != nil else { return value }
        // Drop a value that cannot be parsed, because it contains something sealed.
        return (try? JSON.decode(JSONValue.self, from: value)).flatMap { try? JSON.encode(blanked($0)) } ?? Array("null".utf8)
    }
    private static let sealedMark = "encapsulatedKey"
    private static func blanked(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members): members[sealedMark] != nil ? "sealed" : .object(members.mapValues(blanked))
        case .array(let elements): .array(elements.map(blanked))
        default: value
        }
    }

    /// It came to a topic where it is no message, so sending it again brings the same dead letter again.
    public var isFinal: Bool { headers[Envelope.putAsideHeader] != nil }

    /// The headers of the record as far as they were kept; equal names were joined by line ends.
    public var originalHeaders: [RecordHeader] {
        headers.sorted { $0.key < $1.key }
            .flatMap { name, text in text.split(separator: "\n", omittingEmptySubsequences: false).map { RecordHeader(name, String($0)) } }
    }

    /// The headers of a record that an operator sends again. The operator has checked the message, so the service
    /// applies it although it crashed the program before, and however old it is.
    public static func replayHeaders(_ original: [RecordHeader]) -> [RecordHeader] {
        let marks = SkippedMessages.replay.merging(["request-" + Envelope.lateAttribute: "accepted"]) { $1 }
        return original.filter { marks[$0.name] == nil } + marks.sorted { $0.key < $1.key }.map { RecordHeader($0.key, $0.value) }
    }

    /// The id of the message on `<service>.dead-letters`: one for every record. The same message may be put aside
    /// again, as another record, after it had been taken up.
    func messageID(of service: ServiceName) -> String {
        DeterministicID.make("dead-letter", service.rawValue, tenant.rawValue, id, takenUpAt.map { "\(place)/\($0)" } ?? place)
    }
    /// Where the record lies: the message's subject.
    var place: String { "\(topic)/\(partition)/\(offset)" }
}

struct DeadLetterHeaders {
    let named: [String: String]
    var json: String { (try? JSON.encode(named)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }

    /// At most this much of a foreign header is kept, and of all of them.
    static let nameBytesMax = 128
    static let headerBytesMax = 1024
    static let bytesMax = 16 * 1024

    init(_ headers: [RecordHeader]) {
        var named: [String: String] = [:]
        var left = Self.bytesMax
        for header in headers {
            let name = header.name.utf8.prefix(Self.nameBytesMax), value = (header.value ?? []).prefix(Self.headerBytesMax)
            left -= name.count + value.count + 1
            guard left >= 0 else { break }
            let text = String(decoding: value, as: UTF8.self)
            let key = String(decoding: name, as: UTF8.self)
            named[key] = named[key].map { $0 + "\n" + text } ?? text
        }
        self.named = named
    }
}

extension DatabaseError {
    /// The file or the machine fails, not the message: the shard stops and tries again.
    var isInfrastructure: Bool {
        switch resultCode {
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_NOMEM, .SQLITE_BUSY,
            .SQLITE_LOCKED, .SQLITE_PROTOCOL, .SQLITE_INTERRUPT: true
        default: false
        }
    }
}

extension DecodingError {
    /// Which field could not be read, as a 422.
    public var asRejection: Rejection {
        func name(_ path: [any CodingKey]) -> String {
            path.isEmpty ? "body" : path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        }
        switch self {
        case .keyNotFound(let key, let context): return .invalid([name(context.codingPath + [key]): ["is required"]])
        case .valueNotFound(_, let context): return .invalid([name(context.codingPath): ["must not be null"]])
        case .typeMismatch(_, let context): return .invalid([name(context.codingPath): ["has the wrong type"]])
        case .dataCorrupted(let context): return .invalid([name(context.codingPath): [context.debugDescription]])
        @unknown default: return .malformed("The request cannot be read.")
        }
    }
}
