import Contracts
import Foundation
import Kernel
import Messaging
import ServiceKit
import Yams

/// How the gateway is set up: environment first, then the settings file (section `gateway`), then defaults.
///
/// | variable | meaning | default |
/// |---|---|---|
/// | `SOUK_PORT`, `SOUK_HOST` | where it listens | 8080, 127.0.0.1 |
/// | `SOUK_HTTP_PORT`, `SOUK_HTTP_HOST` | `/metrics`, `/status`, `/live`, `/ready`; 0: off | 0, 127.0.0.1 |
/// | `SOUK_NOTICE_SECONDS` | from SIGTERM (ends `/ready`) to closing the listener | file's `noticeSeconds`, else 5 |
/// | `SOUK_DATA` | `<data>/gateway` holds its one file and its secret | `data` |
/// | `SOUK_SETTINGS` | a YAML file, see `deploy/settings/` | none |
/// | `SOUK_DEVELOPMENT` | `true`: `/dev` routes of sandbox tenants are open | the file's `development`, else false |
/// | `SOUK_PARTITIONS` | partitions of `gateway.replies` if this instance creates it: the largest number of instances | 2 |
/// | `SOUK_GATEWAY_PARTITION` | its partition of `gateway.replies`: the ordinal of this instance | 0 |
/// | `SOUK_SECRET_FILE` | the gateway's secret, the same for every instance | `<data>/gateway/secret` (made at first start) |
/// | `SOUK_TLS_CERTIFICATE`, `SOUK_TLS_KEY` | PEM files: it speaks TLS, HTTP/2 and HTTP/1.1 | none: plain HTTP/1.1 |
/// | `SOUK_LOG_LEVEL` | trace … error | info |
/// | `SOUK_PUBLIC_URL` | for links in messages | file's `publicUrl`; in development the listen address, else required |
/// | `SOUK_TRUSTED_PROXIES` | comma-separated addresses/ranges of trusted proxies | file's `trustedProxies`, else none |
public struct GatewaySettings: Sendable {
    public var host = "127.0.0.1"
    public var port = 8080
    public var dataDirectory = "data"
    public var isDevelopment = false
    public var partition: Int32 = 0
    /// Of `gateway.replies`, if this instance creates the topic.
    public var partitions = 2
    public var logLevel = "info"
    public var secretFile: String?
    /// Answers are waited for this long.
    public var waitSeconds = 10
    public var rateLimits: RateLimits? = RateLimits()
    /// The proxies whose `X-Forwarded-For` counts.
    public var trustedProxies: [AddressRange] = []
    /// `*`, or origins that browsers may call from.
    public var allowedOrigins: [String] = ["*"]
    /// `/ready` waits for the manifests of these.
    public var expectedServices = Topics.services.sorted()
    /// How long the gateway waits at its start for a service that does not answer about its tenants.
    public var serviceSilence: Duration = .seconds(15)
    public var eventLoopThreads = 1
    public var requestsInFlightMax = 1024
    /// Bytes of requests not yet answered; the embedded broker keeps little.
    public var bytesInFlightMax = 16 << 20
    public var bytesInFlightMaxEmbedded = 2 << 20
    public var bodyBytesMax = 1 << 20
    public var idleTimeoutSeconds = 30
    public var bodyTimeoutSeconds = 20
    /// How long a client may take nothing of an answer. Long, because on a slow line a socket reports room only once it has much.
    public var answerTimeoutSeconds = 60
    /// From the first byte of a request, or of a TLS handshake, to the end of its headers.
    public var headTimeoutSeconds = 10
    /// After SIGTERM it reports not ready for this long before the listener closes: longer than balancers take to
    /// notice.
    public var noticeSeconds = 5
    /// The port for operators; 0: off.
    public var operatorPort = 0
    public var operatorHost = "127.0.0.1"
    /// How long open requests have after the listener closes.
    public var drainSeconds = 25
    public var tls: TLSFiles?
    /// Requests' headers: beyond them 431.
    public var headerFieldBytesMax = 16 * 1024
    public var headerBytesMax = 32 * 1024
    public var headersMax = 100
    /// WebSockets and event streams; beyond it new ones are refused with 503.
    public var liveConnectionsMax = 8000
    /// How long events are kept for clients that reconnect.
    public var liveKeptSeconds = 300
    /// For all tenants together; above it the oldest events are dropped earlier.
    public var liveKeptBytesMax = 32 << 20
    public var resendAfter: Duration = .seconds(3)
    /// The service whose log decides which request an Idempotency-Key belongs to. It must be the same on every
    /// instance: decisions of two services could differ.
    public var keyOwner = ClaimKey.owner
    /// The public address for links in messages: `https://souk.example`. Optional in development, where it defaults to
    /// the listen address.
    public var publicAddress: String?
    package var publicURL: String {
        if let publicAddress { return publicAddress }
        // A wildcard address cannot be used in a link.
        let isEverywhere = host.isEmpty || host == "0.0.0.0" || host == "::"
        return "http://\(isEverywhere ? "127.0.0.1" : host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    public struct RateLimits: Sendable {
        public var perPrincipalPerMinute = 600
        public var perAddressPerMinute = 300
        public var signInPerAddressPerMinute = 10
        /// Attempts to sign in as one and the same, from all addresses together.
        public var signInPerIdentifierPerMinute = 10
        /// Guests at one address may succeed at least so often within an hour, where a route allows less. Nil: the routes say it.
        public var guestsPerAddressPerHour: Int?
        public init() {}
    }
    /// Paths of PEM files.
    public struct TLSFiles: Decodable, Sendable, Equatable {
        /// The certificate, then those that lead to its root.
        public var certificate: String
        public var key: String
        public init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }
    }
    public init() {}

    public struct Invalid: Error, CustomStringConvertible { public let description: String }

    /// Throws `Invalid` that names the variable or the file.
    public static func fromEnvironment(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws -> GatewaySettings {
        var settings = GatewaySettings()
        if let path = environment["SOUK_SETTINGS"], !path.isEmpty { try settings.read(file: path) }
        func number(_ name: String, _ fallback: Int, _ range: ClosedRange<Int>) throws -> Int {
            guard let text = environment[name], !text.isEmpty else { return fallback }
            guard let value = Int(text), range.contains(value) else {
                throw Invalid(description: "\(name) must be \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
            }
            return value
        }
        settings.port = try number("SOUK_PORT", settings.port, 0...65_535)
        settings.partitions = try number("SOUK_PARTITIONS", 2, 1...4096)
        settings.partition = Int32(try number("SOUK_GATEWAY_PARTITION", 0, 0...4095))
        settings.host = environment["SOUK_HOST"] ?? settings.host
        settings.operatorPort = try number("SOUK_HTTP_PORT", 0, 0...65_535)
        settings.operatorHost = environment["SOUK_HTTP_HOST"] ?? settings.operatorHost
        settings.noticeSeconds = try number("SOUK_NOTICE_SECONDS", settings.noticeSeconds, 0...600)
        settings.dataDirectory = environment["SOUK_DATA"] ?? settings.dataDirectory
        settings.secretFile = environment["SOUK_SECRET_FILE"]
        switch (environment["SOUK_TLS_CERTIFICATE"], environment["SOUK_TLS_KEY"]) {
        case (nil, nil), ("", ""): break  // The file's word counts.
        case (let certificate?, let key?): settings.tls = TLSFiles(certificate: certificate, key: key)
        default: throw Invalid(description: "SOUK_TLS_CERTIFICATE and SOUK_TLS_KEY belong together")
        }
        settings.logLevel = environment["SOUK_LOG_LEVEL"] ?? settings.logLevel
        if let development = environment["SOUK_DEVELOPMENT"] { settings.isDevelopment = development == "true" }
        if let address = environment["SOUK_PUBLIC_URL"], !address.isEmpty { settings.publicAddress = address }
        if let list = environment["SOUK_TRUSTED_PROXIES"], !list.isEmpty {
            settings.trustedProxies = try ranges(list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) },
                                                 "SOUK_TRUSTED_PROXIES")
        }
        try settings.checkPublicAddress()
        return settings
    }

    private static func ranges(_ texts: [String], _ name: String) throws -> [AddressRange] {
        try texts.map { text in
            guard let range = AddressRange(text) else {
                throw Invalid(
                    description: "\(name): \"\(text)\" is neither an address nor a range of addresses such as 10.0.0.0/8 or fd00::/8")
            }
            return range
        }
    }

    /// Links in mails must lead to the gateway, and outsiders do not know its listen address.
    private mutating func checkPublicAddress() throws {
        guard let address = publicAddress else {
            guard isDevelopment else {
                throw Invalid(
                    description: "set SOUK_PUBLIC_URL (or gateway.publicUrl in the settings file) to the address people reach us at, "
                    + "such as https://souk.example: links in messages lead there")
            }
            return
        }
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased() ?? ""), let host = url.host(),
            !host.isEmpty, host != "0.0.0.0", host != "::", url.query() == nil, url.fragment() == nil
        else {
            throw Invalid(description: "publicUrl must be an address people can open, such as https://souk.example, not \"\(address)\"")
        }
        while publicAddress?.hasSuffix("/") == true { publicAddress?.removeLast() }
    }

    /// The gateway's own secret, read as every service reads its own.
    func loadSecret() throws -> ServiceSecret {
        var environment = ["SOUK_DATA": dataDirectory]
        environment["SOUK_SECRET_FILE"] = secretFile
        return try ServiceSecret.load(service: "gateway", settings: try .fromEnvironment(environment))
    }

    private struct File: Decodable {
        var development: Bool?
        var gateway: Section?
        struct Section: Decodable {
            var rateLimits: Limits?
            var waitSeconds: Int?
            var noticeSeconds: Int?
            var trustedProxies: [String]?
            var allowedOrigins: [String]?
            var expectedServices: [String]?
            var eventLoopThreads: Int?
            var requestsInFlightMax: Int?
            var bytesInFlightMax: Int?
            var liveConnectionsMax: Int?
            var liveKeptBytesMax: Int?
            var tls: TLSFiles?
            var publicUrl: String?
        }
        /// `rateLimits: off` lifts them all: for benchmarks.
        enum Limits: Decodable {
            case off
            case numbers(perPrincipal: Int?, perAddress: Int?, signIn: Int?, identifier: Int?, guests: Int?)
            private enum CodingKeys: String, CodingKey {
                case standardPerPrincipalPerMinute, standardPerAddressPerMinute, signInPerAddressPerMinute, signInPerIdentifierPerMinute
                case guestsPerAddressPerHour
            }
            init(from decoder: any Decoder) throws {
                if let word = try? decoder.singleValueContainer().decode(String.self) {
                    guard ["off", "false", "no"].contains(word.lowercased()) else {
                        throw DecodingError.dataCorrupted(
                            .init(codingPath: decoder.codingPath, debugDescription: "rateLimits is `off` or a list of numbers"))
                    }
                    self = .off
                    return
                }
                let container = try decoder.container(keyedBy: CodingKeys.self)
                self = .numbers(
                    perPrincipal: try container.decodeIfPresent(Int.self, forKey: .standardPerPrincipalPerMinute),
                    perAddress: try container.decodeIfPresent(Int.self, forKey: .standardPerAddressPerMinute),
                    signIn: try container.decodeIfPresent(Int.self, forKey: .signInPerAddressPerMinute),
                    identifier: try container.decodeIfPresent(Int.self, forKey: .signInPerIdentifierPerMinute),
                    guests: try container.decodeIfPresent(Int.self, forKey: .guestsPerAddressPerHour))
            }
        }
    }

    private mutating func read(file path: String) throws {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Invalid(description: "SOUK_SETTINGS: \(path) cannot be read")
        }
        let file: File
        do { file = try YAMLDecoder().decode(File.self, from: text) } catch {
            throw Invalid(description: "SOUK_SETTINGS: \(path): \(error)")
        }
        isDevelopment = file.development ?? isDevelopment
        guard let section = file.gateway else { return }
        switch section.rateLimits {
        case .off: rateLimits = nil
        case .numbers(let perPrincipal, let perAddress, let signIn, let identifier, let guests):
            var limits = RateLimits()
            limits.perPrincipalPerMinute = perPrincipal ?? limits.perPrincipalPerMinute
            limits.perAddressPerMinute = perAddress ?? limits.perAddressPerMinute
            limits.signInPerAddressPerMinute = signIn ?? limits.signInPerAddressPerMinute
            limits.signInPerIdentifierPerMinute = identifier ?? limits.signInPerIdentifierPerMinute
            limits.guestsPerAddressPerHour = guests
            rateLimits = limits
        case nil: break  // The defaults stand.
        }
        tls = section.tls ?? tls
        waitSeconds = min(60, max(1, section.waitSeconds ?? waitSeconds))
        noticeSeconds = min(600, max(0, section.noticeSeconds ?? noticeSeconds))
        trustedProxies = try Self.ranges(section.trustedProxies ?? [], "\(path): gateway.trustedProxies")
        allowedOrigins = section.allowedOrigins ?? allowedOrigins
        expectedServices = section.expectedServices.map { $0.map { ServiceName($0) } } ?? expectedServices
        eventLoopThreads = min(64, max(1, section.eventLoopThreads ?? eventLoopThreads))
        requestsInFlightMax = min(100_000, max(1, section.requestsInFlightMax ?? requestsInFlightMax))
        liveKeptBytesMax = max(1 << 20, section.liveKeptBytesMax ?? liveKeptBytesMax)
        liveConnectionsMax = min(1_000_000, max(1, section.liveConnectionsMax ?? liveConnectionsMax))
        bytesInFlightMax = max(1 << 20, section.bytesInFlightMax ?? bytesInFlightMax)
        publicAddress = section.publicUrl ?? publicAddress
    }
}
