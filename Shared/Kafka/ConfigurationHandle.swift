import CRdKafka
import Messaging

/// Owns one `rd_kafka_conf_t` until a client takes it over.
struct ConfigurationHandle: ~Copyable {
    private var pointer: OpaquePointer?

    init() { pointer = rd_kafka_conf_new() }

    deinit {
        if let pointer { rd_kafka_conf_destroy(pointer) }
    }

    /// For setting callbacks. Valid while this value lives.
    var unowned: OpaquePointer? { pointer }

    /// Throws when the library does not take the value. The error names the property, never the value.
    func set(_ name: String, _ value: String) throws(LogError) {
        guard rd_kafka_conf_set(pointer, name, value, nil, 0) == RD_KAFKA_CONF_OK else {
            throw LogError(kind: .other, code: RD_KAFKA_RESP_ERR__INVALID_ARG.rawValue, isRetriable: false,
                           description: "\(name): librdkafka does not take this setting")
        }
    }

    func set(_ properties: KeyValuePairs<String, String>) throws(LogError) {
        for (name, value) in properties { try set(name, value) }
    }

    /// Properties from outside: a name the library does not know is handed to `unknown`, a bad value is an error.
    func set(foreign properties: [String: String], unknown: (String) -> Void) throws(LogError) {
        for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
            switch rd_kafka_conf_set(pointer, name, value, nil, 0) {
            case RD_KAFKA_CONF_OK: continue
            case RD_KAFKA_CONF_UNKNOWN: unknown(name)
            default:
                let values = name == "security.protocol" ? " (it takes plaintext, ssl, sasl_plaintext, sasl_ssl)" : ""
                throw LogError(kind: .other, code: RD_KAFKA_RESP_ERR__INVALID_ARG.rawValue, isRetriable: false,
                               description: "\(KafkaSettings.variable(name)): librdkafka does not take the given value\(values)")
            }
        }
    }

    /// Makes the client. On success the library owns the configuration.
    consuming func makeClient(_ type: rd_kafka_type_t) throws(LogError) -> OpaquePointer {
        var message = [CChar](repeating: 0, count: 512)
        guard let client = rd_kafka_new(type, pointer, &message, message.count) else {
            let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw LogError(kind: .other, code: rd_kafka_last_error().rawValue, isRetriable: false, description: text)
        }
        pointer = nil
        return client
    }
}
