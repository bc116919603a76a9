/// The requests this broker answers, with the versions it speaks (https://kafka.apache.org/protocol). None but
/// ApiVersions in version 3 uses the compact ("flexible") encoding: every client that is still around speaks the older
/// form too.
enum APIKey: Int16, CaseIterable {
    case produce = 0
    case fetch = 1
    case listOffsets = 2
    case metadata = 3
    case offsetCommit = 8
    case offsetFetch = 9
    case findCoordinator = 10
    case joinGroup = 11
    case heartbeat = 12
    case leaveGroup = 13
    case syncGroup = 14
    case apiVersions = 18
    case createTopics = 19
    case initProducerID = 22

    var versions: ClosedRange<Int16> {
        switch self {
        case .produce: 0...8
        case .fetch: 0...11
        case .listOffsets: 0...5
        case .metadata: 0...4
        case .offsetCommit: 2...7
        case .offsetFetch: 1...5
        case .findCoordinator: 0...2
        case .joinGroup: 0...4
        case .heartbeat, .leaveGroup, .syncGroup: 0...2
        case .apiVersions: 0...3
        case .createTopics: 0...4
        case .initProducerID: 0...1
        }
    }
}

/// Size, API key, version, correlation id, client id: the start of every request.
struct RequestHeader {
    let api: APIKey
    let version: Int16
    let correlationID: Int32
    let clientID: String
    /// Where the body begins, counted from the size field.
    let bodyOffset: Int

    init?(_ frame: UnsafeRawBufferPointer) {
        var reader = WireReader(frame, at: 4)
        guard let key = reader.integer(Int16.self), let api = APIKey(rawValue: key), let version = reader.integer(Int16.self),
            let correlationID = reader.integer(Int32.self), let clientID = reader.nullableString()
        else { return nil }
        (self.api, self.version, self.correlationID, self.clientID, bodyOffset) =
            (api, version, correlationID, clientID ?? "", reader.position)
    }
}

/// The protocol's error codes this broker answers with.
enum KafkaError: Int16, Error {
    case offsetOutOfRange = 1
    case corruptMessage = 2
    case unknownTopicOrPartition = 3
    case invalidTopic = 17
    case illegalGeneration = 22
    case inconsistentGroupProtocol = 23
    case unknownMemberID = 25
    case rebalanceInProgress = 27
    case unsupportedVersion = 35
    case topicAlreadyExists = 36
    case invalidPartitions = 37
    case invalidRequest = 42
    case unsupportedForMessageFormat = 43
    case outOfOrderSequenceNumber = 45
    case invalidProducerEpoch = 47
}

extension ByteBuffer {
    /// The error code; 0 is none.
    mutating func write(_ error: KafkaError?) { write(error?.rawValue ?? 0) }
}
