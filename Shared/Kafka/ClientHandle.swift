import CRdKafka
import Logging
import Messaging
import Synchronization

/// Owns one `rd_kafka_t`: made here, destroyed here, when the last user lets go of it.
///
/// `@unchecked Sendable`: librdkafka's client is documented as thread-safe, and both fields never change.
final class ClientHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    let context: ClientContext

    init(_ type: rd_kafka_type_t, name: String, settings: KafkaSettings, logger: Logger,
         configure: (borrowing ConfigurationHandle) throws(LogError) -> Void) throws(LogError) {
        let context = ClientContext(name: name, servers: settings.bootstrapServers, topicPrefix: settings.topicPrefix, logger: logger,
                                    onStatistics: settings.onStatistics)
        let configuration = ConfigurationHandle()
        do throws(LogError) {
            try settings.checkFiles()
            try Self.applyCommon(configuration, name: name, settings: settings, context: context)
            try configure(configuration)
            context.installCallbacks(configuration)
            // The client's threads inherit it. (An interceptor could tell its main thread from the others, but 2.0.2 frees twice
            // what an interceptor added when the settings turn out wrong.)
            let slack = souk_set_timer_slack(Self.timerSlackNanoseconds)
            defer { _ = souk_set_timer_slack(slack) }
            pointer = try configuration.makeClient(type)
        } catch {
            throw LogError(kind: error.kind, code: error.code, isRetriable: false,
                           description: "the settings for the broker at \(settings.bootstrapServers) are wrong: \(error.description)")
        }
        self.context = context
    }

    /// Records wait for no timer of these threads: what arrives wakes them at once. So the kernel may let several of their waits
    /// end together. How they wait: `Shared/CTimedWait`.
    private static let timerSlackNanoseconds = 10_000_000

    /// The error for a missing answer: the address, and the last failure on the way to it.
    func noAnswer() -> LogError {
        let reason = context.lastFailure.withLock { $0 }.map { ": \($0)" } ?? ""
        return LogError(kind: .timedOut, code: RD_KAFKA_RESP_ERR__TIMED_OUT.rawValue, isRetriable: true,
                        description: "no broker answers at \(context.servers)\(reason)")
    }

    /// A consumer is not "closed" first, because that waits forever for the answer to a commit that a broker took with
    /// it. Readers send their last commits and leave their group themselves.
    ///
    /// Destroying can block forever too: librdkafka 2.0.2 waits for such an answer, and for the thread of a broker that
    /// never ends after a topic was deleted while another broker was dead. So nobody waits longer than
    /// `destroyTimeout`; such a client keeps its threads until the process ends.
    deinit {
        let timeout = context.hasUnansweredCommit.load(ordering: .relaxed) ? .zero : Self.destroyTimeout
        let address = UInt(bitPattern: pointer)
        do throws(LogError) {
            // The callbacks' context is needed until the end.
            let hasEnded = try OwnThread.run("kafka-destroy", within: timeout) { [context] in
                withExtendedLifetime(context) { OpaquePointer(bitPattern: address).map(Self.destroy) }
            }
            if !hasEnded, timeout > .zero {
                context.logger.warning("a client of the broker does not end; its threads are left behind",
                                       metadata: ["client": "\(context.name)"])
            }
        } catch { Self.destroy(pointer) }
    }
    private static let destroyTimeout: Duration = .seconds(5)

    private static func destroy(_ pointer: OpaquePointer) { rd_kafka_destroy_flags(pointer, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE) }

    private static func applyCommon(_ configuration: borrowing ConfigurationHandle, name: String, settings: KafkaSettings,
                                    context: ClientContext) throws(LogError) {
        try configuration.set([
            "socket.nagle.disable": "true",
            "socket.keepalive.enable": "true",
            // A broker that comes back is found within a second.
            "reconnect.backoff.ms": "50",
            "reconnect.backoff.max.ms": "500",
            "topic.metadata.refresh.fast.interval.ms": "100",
            "log.connection.close": "false",
        ])
        try configuration.set(foreign: settings.properties) { unknown in
            context.logger.warning("KAFKA_* variable is no librdkafka property", metadata: ["property": "\(unknown)"])
        }
        // The broker would choose the partition count, before `ensureTopics` asks for ours. No setting may change this.
        try configuration.set("allow.auto.create.topics", "false")
        try configuration.set("bootstrap.servers", settings.bootstrapServers)
        try configuration.set("client.id", "\(settings.clientIDPrefix).\(name)")
        try configuration.set("statistics.interval.ms", String(settings.statisticsIntervalMilliseconds))
    }
}

/// What librdkafka's callbacks need. Lives as long as the client handle, which outlives every callback.
final class ClientContext: Sendable {
    let name: String
    /// The bootstrap servers as configured.
    let servers: String
    private let topicPrefix: String
    let logger: Logger
    /// Why the client did not reach a broker, in librdkafka's words, which contain addresses and no secrets. Nil after
    /// an answer.
    let lastFailure = Mutex<String?>(nil)
    private let onStatistics: (@Sendable (String, String) -> Void)?
    /// Set once by a producer, before the first record: told when the client reported that it cannot go on.
    let onFatal = Mutex<(@Sendable () -> Void)?>(nil)
    /// Set once by a producer, before the first record: told when the client stands still although brokers answer.
    let onStall = Mutex<(@Sendable (StallWatch) -> Void)?>(nil)
    /// Set once by a producer, before the first record: told of each record that was not delivered.
    let onFailure = Mutex<(@Sendable (_ topic: String, LogError) -> Void)?>(nil)
    /// Records that brokers acknowledged.
    let acknowledged = Atomic<Int>(0)
    /// A commit was given up while its answer was outstanding.
    let hasUnansweredCommit = Atomic<Bool>(false)
    /// Logged failures and their times.
    private let logged = Mutex<[String: ContinuousClock.Instant]>([:])
    private static let repeatAfter: Duration = .seconds(600)
    private static let loggedMax = 100

    init(name: String, servers: String, topicPrefix: String, logger: Logger, onStatistics: (@Sendable (String, String) -> Void)?) {
        var logger = logger
        logger[metadataKey: "client"] = "\(name)"
        (self.name, self.servers, self.topicPrefix, self.logger, self.onStatistics) = (name, servers, topicPrefix, logger, onStatistics)
    }

    /// The name of a topic or group on the cluster.
    func wire(_ name: String) -> String { topicPrefix.isEmpty ? name : topicPrefix + name }
    /// Our name of a topic on the cluster; nil: another prefix.
    func own(_ wire: String) -> String? {
        guard !topicPrefix.isEmpty else { return wire }
        return wire.hasPrefix(topicPrefix) ? String(wire.dropFirst(topicPrefix.count)) : nil
    }

    func installCallbacks(_ configuration: borrowing ConfigurationHandle) {
        rd_kafka_conf_set_opaque(configuration.unowned, Unmanaged.passUnretained(self).toOpaque())
        rd_kafka_conf_set_log_cb(configuration.unowned) { client, level, facility, text in
            guard let client, let facility, let text else { return }
            ClientContext.of(rd_kafka_opaque(client))?.log(level: level, facility: String(cString: facility), text: String(cString: text))
        }
        rd_kafka_conf_set_error_cb(configuration.unowned) { _, code, reason, opaque in
            ClientContext.of(opaque)?.failed(rd_kafka_resp_err_t(rawValue: code), reason.map { String(cString: $0) } ?? "")
        }
        guard onStatistics != nil else { return }
        rd_kafka_conf_set_stats_cb(configuration.unowned) { _, json, length, opaque in
            guard let json, let context = ClientContext.of(opaque) else { return 0 }
            let bytes = UnsafeRawBufferPointer(start: json, count: length)
            context.onStatistics?(context.name, String(decoding: bytes, as: UTF8.self))
            return 0  // The library frees the text.
        }
    }

    static func of(_ opaque: UnsafeMutableRawPointer?) -> ClientContext? {
        opaque.map { Unmanaged<ClientContext>.fromOpaque($0).takeUnretainedValue() }
    }

    private func log(level: Int32, facility: String, text: String) {
        let level: Logger.Level =
            switch level {
            case ...2: .error
            case 3: .warning  // librdkafka calls every lost connection an error; it reconnects by itself.
            case 4: .notice
            case 5, 6: .debug
            default: .trace
            }
        guard facility == "FAIL" || facility == "ERROR" else {
            return logger.log(level: level, "\(text)", metadata: ["facility": "\(facility)"])
        }
        let reason = ClientLog.reason(in: text)
        if facility == "FAIL" { lastFailure.withLock { $0 = reason } }
        // librdkafka repeats the message at every attempt.
        logger.log(level: isNew(reason) ? level : .debug, "\(text)", metadata: ["facility": "\(facility)"])
    }

    private func isNew(_ reason: String) -> Bool {
        let now = ContinuousClock.now
        return logged.withLock { logged in
            if let last = logged[reason], now - last < Self.repeatAfter { return false }
            if logged.count >= Self.loggedMax { logged.removeAll() }
            logged[reason] = now
            return true
        }
    }

    private func failed(_ code: rd_kafka_resp_err_t, _ reason: String) {
        if code == RD_KAFKA_RESP_ERR__FATAL { return onFatal.withLock { $0 }?() ?? () }
        // Everything else is retried inside the library and was logged by it already.
        logger.debug("\(reason)", metadata: ["code": "\(code.rawValue)"])
    }
}

/// What librdkafka writes to its log.
package enum ClientLog {
    /// Drops the thread and the varying time from "[thrd:main]: sasl_ssl://host:9093/bootstrap: SASL authentication
    /// error: … (after 3ms in state AUTH)".
    package static func reason(in text: String) -> String {
        let rest = text[(text.firstRange(of: "]: ")?.upperBound ?? text.startIndex)...]
        return String(rest[..<(rest.firstRange(of: " (after ")?.lowerBound ?? rest.endIndex)])
    }
}
