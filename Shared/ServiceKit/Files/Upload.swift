import Contracts
import Crypto
import Foundation
import Kernel
import Messaging

/// A file that a client uploads. The gateway sends it in parts, one message each, and waits for each acknowledgement;
/// the service keeps the parts until the last one arrives and drops an upload after ten idle minutes. It needs the
/// tables of `FileTables`.
///
/// The properties are the path and query parameters of the route, as in a command.
public protocol Upload<Transaction>: Decodable, Sendable {
    associatedtype Transaction: ServiceTransaction
    associatedtype Answer: Encodable & Sendable
    static var type: MessageType { get }
    /// Checks with the first part whether the upload is allowed, before the client sends megabytes. Throws `Rejection`.
    func begin(in tx: Transaction) throws
    /// Handles the complete file; store what should be kept in `FileStore`.
    func receive(_ file: [UInt8], in tx: Transaction) throws -> Answer
}

/// The gateway's side of a part, beside the route's parameters in one message value: `{"eventId": …, "part": {…}}`.
public struct UploadPart: Codable, Sendable {
    /// In raw bytes; 512 KiB in base64, the limit of a message.
    public static let bytesMax = 384 * 1024
    public static let field = "part"
    public static let keptMinutes = 10

    /// The upload's id.
    public let upload: String
    /// Counted from 0.
    public let index: Int
    public let isLast: Bool
    /// base64url.
    public let bytes: String
    public init(upload: String, index: Int, isLast: Bool, bytes: String) {
        (self.upload, self.index, self.isLast, self.bytes) = (upload, index, isLast, bytes)
    }

    struct Acknowledgement: Encodable { let received: Int }
    struct Carrier: Decodable { let part: UploadPart }
}

extension Upload {
    /// Stores one part. Replies with the upload's own answer after the last part, otherwise with the number of parts.
    static func take(in context: MessageContext) throws -> Reply {
        let part = try JSON.decode(UploadPart.Carrier.self, from: context.envelope.value).part
        let upload = try JSON.decode(Self.self, from: context.envelope.value)
        let tx = Transaction(context)
        let store = FileStore(context.database, context.tenant)
        if part.index == 0 {
            try store.dropParts(before: context.now - .minutes(UploadPart.keptMinutes))
            try upload.begin(in: tx)
        }
        guard let bytes = Base64URL.decode(part.bytes), bytes.count <= UploadPart.bytesMax else {
            throw Rejection(400, "malformed-request", "A part cannot be read.")
        }
        guard try store.partCount(of: part.upload) == part.index else {
            throw Rejection(410, "gone", "The beginning of this upload is not here any more. Send it again.")
        }
        guard part.isLast else {
            try store.addPart(part.index, of: part.upload, bytes, at: context.now)
            return Reply(status: 200, body: try JSON.encode(UploadPart.Acknowledgement(received: part.index + 1)))
        }
        let whole = part.index == 0 ? bytes : try store.parts(of: part.upload) + bytes
        try store.dropParts(of: part.upload)
        return try Reply(answer: try upload.receive(whole, in: tx))
    }
}

/// A slice of a stored file: the answer of a query behind `Route.download`. The gateway requests slice after slice and
/// forwards each, so neither side holds the whole file in memory.
public struct FileSlice: AnswerShape, Sendable {
    /// What the gateway needs to know of the file to answer for it.
    public struct Facts: Codable, Sendable, Equatable {
        public var contentType: String
        /// Of the whole file.
        public var bytes: Int
        /// Changes with the content.
        public var tag: String
        public var cacheControl: String?
        public init(contentType: String, bytes: Int, tag: String, cacheControl: String? = nil) {
            (self.contentType, self.bytes, self.tag, self.cacheControl) = (contentType, bytes, tag, cacheControl)
        }
    }
    /// Format of the reply: one line of JSON with the facts, then the bytes.
    public static let wireType = "application/vnd.souk.file-slice"
    public static let bytesMax = 512 * 1024
    /// No file is that long, so any larger offset has the same effect.
    public static let offsetMax = 1 << 40

    public let facts: Facts
    public let bytes: [UInt8]
    private let isFinished: Bool
    public init(_ facts: Facts, _ bytes: [UInt8]) { (self.facts, self.bytes, isFinished) = (facts, bytes, true) }
    private init(unfinished facts: Facts) { (self.facts, bytes, isFinished) = (facts, [], false) }

    /// The file takes longer to make than one query may run: the gateway asks again, and the work goes on.
    public static let unfinished = FileSlice(unfinished: Facts(contentType: wireType, bytes: 0, tag: ""))
    /// The status of the reply of an unfinished file.
    public static let unfinishedStatus = 202

    public func reply() throws -> Reply {
        Reply(status: isFinished ? 200 : Self.unfinishedStatus, body: try JSON.encode(facts) + [UInt8(ascii: "\n")] + bytes,
              contentType: Self.wireType)
    }
    public func encode(to encoder: any Encoder) throws { try facts.encode(to: encoder) }

    /// Parses what `reply` wrote; nil if it isn't a slice.
    public init?(_ body: [UInt8]) {
        guard let end = body.firstIndex(of: UInt8(ascii: "\n")), let facts = try? JSON.decode(Facts.self, from: body[..<end]) else {
            return nil
        }
        self.init(facts, Array(body[(end + 1)...]))
    }
}

/// The piece a download query is asked for: `offset` and `length` beside the route's parameters. After the first piece the
/// gateway also sends the `tag` of that piece; a query whose file changes with each request answers from the file of that tag.
public protocol FileQuery: Query where Answer == FileSlice {
    /// Bytes from the file's start.
    var offset: Int { get }
    /// Bytes wanted, at most `FileSlice.bytesMax`; 0 asks for the facts alone.
    var length: Int { get }
}
