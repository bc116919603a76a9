import Contracts
import Kernel
import Synchronization

/// Why a connection ends.
enum LiveEnd: Sendable {
    case shuttingDown, sessionEnded, tokenExpired, tooSlow, silent, misbehaving

    /// RFC 6455 §7.4.1.
    var closeCode: UInt16 {
        switch self {
        case .shuttingDown: 1001
        case .sessionEnded, .tokenExpired, .misbehaving: 1008
        case .tooSlow: 1013
        case .silent: 1002
        }
    }
}

/// Where frames of one connection go: a WebSocket or an event stream. Never waits.
protocol LiveSink: AnyObject, Sendable {
    /// Counts what is not written yet and ends the connection when it is too much.
    func send(_ frame: LiveFrame)
    func ping()
    func end(_ reason: LiveEnd)
    /// When the client was heard of last; nil: it never says anything.
    var lastHeardMilliseconds: Int64? { get }
}

/// One client that watches.
final class LiveConnection: Sendable {
    static let topicsMax = 100
    /// Events that come while a service is asked whether the client may see them.
    static let heldMax = 100

    struct Subscription {
        /// The parts of the topic that this client has access to, by index.
        var parts: Set<Int>
        let key: TopicKey
        let number: Int
        /// Nil: on. Else what came while we ask.
        var held: [LiveFrame]?
        /// What the first frame told already.
        var versions: [ServiceName: Int] = [:]

        /// An event that made no later version than the one that was shown first is old: it would only take the client back.
        /// What makes no version is news as long as the version that was shown lasts.
        func isNews(_ frame: LiveFrame) -> Bool {
            guard let service = frame.service, let version = frame.version, let shown = versions[service] else { return true }
            return frame.makesVersion ? version > shown : version >= shown
        }
    }
    private struct State {
        var subscriptions: [String: Subscription] = [:]
        var counter = 0
        var isOver = false
    }
    let tenant: TenantID
    let token: VerifiedToken?
    let address: String
    let language: String
    let sink: any LiveSink
    private let state = Mutex(State())

    init(tenant: TenantID, token: VerifiedToken?, address: String, language: String, sink: any LiveSink) {
        (self.tenant, self.token, self.address, self.language, self.sink) = (tenant, token, address, language, sink)
    }

    enum Begin { case new(Int), known, tooMany, over }

    /// Notes a subscription that is still to be allowed. What comes meanwhile is held back.
    func begin(_ topic: String, _ key: TopicKey, parts: Set<Int>) -> Begin {
        state.withLock { state in
            if state.isOver { return .over }
            if state.subscriptions[topic] != nil { return .known }
            guard state.subscriptions.count < Self.topicsMax else { return .tooMany }
            state.counter += 1
            state.subscriptions[topic] = Subscription(parts: parts, key: key, number: state.counter, held: [])
            return .new(state.counter)
        }
    }

    /// The client may see it: first these frames, then what was held back and not seen in a replay, from then on everything.
    func allow(_ topic: String, number: Int, first: FirstFrames, seen: Set<String>) {
        state.withLock { state in
            guard var subscription = state.subscriptions[topic], subscription.number == number else { return }  // It has gone meanwhile.
            for frame in first.frames { sink.send(frame) }
            subscription.versions = first.versions
            for frame in subscription.held ?? [] where subscription.isNews(frame) && frame.id.map({ !seen.contains($0) }) ?? true {
                sink.send(frame)
            }
            subscription.held = nil
            state.subscriptions[topic] = subscription
        }
    }

    /// Takes a subscription away; with a number only that one.
    func remove(_ topic: String, number: Int? = nil) -> TopicKey? {
        state.withLock { state in
            guard let subscription = state.subscriptions[topic], number == nil || subscription.number == number else { return nil }
            state.subscriptions[topic] = nil
            return subscription.key
        }
    }

    /// The keys of everything it watched; from now on nothing begins.
    func finish() -> [TopicKey] {
        state.withLock { state in
            state.isOver = true
            defer { state.subscriptions.removeAll() }
            return state.subscriptions.values.map(\.key)
        }
    }

    func deliver(_ frame: LiveFrame, topic: String, part: Int) {
        state.withLock { state in
            guard let subscription = state.subscriptions[topic], subscription.parts.contains(part) else { return }
            guard let held = subscription.held else { return subscription.isNews(frame) ? sink.send(frame) : () }
            if held.count < Self.heldMax { state.subscriptions[topic]?.held?.append(frame) }
        }
    }

    /// For a replay: whether this one watches the topic's part.
    func watches(_ topic: String, part: Int) -> Bool { state.withLock { $0.subscriptions[topic]?.parts.contains(part) ?? false } }
}

/// What a client sees of a topic before its events: how things are now.
struct FirstFrames: Sendable {
    var frames: [LiveFrame] = []
    /// Which version of the topic's object they show, by the service that counts it.
    var versions: [ServiceName: Int] = [:]

    /// `version` of an answer; nil: its service counts none.
    static func version(of answer: [UInt8]) -> Int? { (try? JSON.decode(JSONValue.self, from: answer))?["version"]?.int }
}

/// How watchers are found: personal topics by user, the others by their text.
struct TopicKey: Hashable, Sendable {
    let tenant: TenantID
    let topic: String
    let user: String?
}
