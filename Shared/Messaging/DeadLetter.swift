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
}

/// A message that was a dead letter was sent again and applied. On `<service>.dead-letters`, after its letter.
public struct DeadLetterTaken: Message {
    public static let type: MessageType = "platform.dead-letter-taken.v1"
    /// The message's id.
    public let id: String
    public let tenant: TenantID
    public let at: Timestamp
}

/// What the records of dead-letter topics add up to: one letter for a message and a service, the last reason counts, and none once it was taken.
public struct OpenDeadLetters: Sendable {
    private var byPlace: [String: DeadLetter] = [:]
    public init() {}

    /// Takes the next record of a topic; what is neither a letter nor the end of one is passed over.
    public mutating func read(_ record: IncomingRecord) {
        guard let value = record.value else { return }
        if let letter = try? JSON.decode(DeadLetter.self, from: value) {
            byPlace["\(record.topic)/\(letter.tenant)/\(letter.id)"] = letter
        } else if let taken = try? JSON.decode(DeadLetterTaken.self, from: value) {
            byPlace["\(record.topic)/\(taken.tenant)/\(taken.id)"] = nil
        }
    }

    /// Oldest first.
    public var letters: [DeadLetter] { byPlace.values.sorted { ($0.at, $0.id, $0.topic) < ($1.at, $1.id, $1.topic) } }
}

struct DeadLetterHeaders {
    let named: [String: String]
    var json: String { (try? JSON.encode(named)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }

    /// At most this much of a foreign header is kept.
    static let headerBytesMax = 1024

    init(_ headers: [RecordHeader]) {
        var named: [String: String] = [:]
        for header in headers.prefix(64) {
            let text = String(decoding: (header.value ?? []).prefix(Self.headerBytesMax), as: UTF8.self)
            named[header.name] = named[header.name].map { $0 + "\n" + text } ?? text
        }
        self.named = named
    }
}

extension DatabaseError {
    /// The file or the machine fails, not the message: the shard stops and tries again.
    var isInfrastructure: Bool {
        switch resultCode {
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_NOMEM, .SQLITE_BUSY, .SQLITE_LOCKED,
            .SQLITE_PROTOCOL, .SQLITE_INTERRUPT: true
        default: false
        }
    }
}

extension DecodingError {
    /// Which field could not be read, as a 422.
    public var asRejection: Rejection {
        func name(_ path: [any CodingKey]) -> String { path.isEmpty ? "body" : path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".") }
        switch self {
        case .keyNotFound(let key, let context): return .invalid([name(context.codingPath + [key]): ["is required"]])
        case .valueNotFound(_, let context): return .invalid([name(context.codingPath): ["must not be null"]])
        case .typeMismatch(_, let context): return .invalid([name(context.codingPath): ["has the wrong type"]])
        case .dataCorrupted(let context): return .invalid([name(context.codingPath): [context.debugDescription]])
        @unknown default: return .malformed("The request cannot be read.")
        }
    }
}
