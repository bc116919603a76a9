import AsyncHTTPClient
import Contracts
import Foundation
import Kernel
import NIOCore
import Synchronization

/// Keys of issuers, asked for over HTTP by the preprocessors and kept in memory. Bounded in time and in size; no redirect is followed.
///
/// Time is the tenant's, so each tenant has its own copy. Keys count for an hour. A token that names a key nobody knows
/// makes us ask again, at most once a minute: issuers rotate keys, and made-up key ids must not make us ask for each.
/// An issuer that does not answer costs its keys nothing for a day.
package final class IssuerKeys: Sendable {
    package static let shared = IssuerKeys()

    /// What is spent on an issuer.
    struct Limits: Sendable {
        var askTimeout: Duration = .seconds(3)
        var documentBytesMax = 256 * 1024
        var keysMax = 100
        var freshFor: Duration = .hours(1)
        var usableFor: Duration = .hours(24)
        var askAgainAfter: Duration = .minutes(1)
        /// Addresses of tenants' files: few. More than this and all are forgotten.
        var addressesMax = 1000
    }

    /// One address. The lock is held while it is asked, so that many tokens at once make one question.
    private final class Entry: Sendable {
        struct State {
            var keys: [PublicKeyJWK] = []
            var fetchedAt: Timestamp?
            var askedAt: Timestamp?
        }
        let state = Mutex(State())
    }

    private let entries = Mutex<[String: Entry]>([:])
    private let limits: Limits
    init(_ limits: Limits = Limits()) { self.limits = limits }

    static func mayAsk(_ url: URL, sandbox: Bool) -> Bool { url.scheme == "https" || sandbox && url.scheme == "http" }

    /// Keys a token with this key id may be checked with; all of the issuer's when it names none. Blocks for as long as an answer may take.
    /// Throws 503 when the issuer cannot be asked and nothing usable is known of it.
    package func keys(of source: OpenIDProvider.KeySource, kid: String?, for definition: TenantDefinition, now: Timestamp) throws -> [
        PublicKeyJWK] {
        let sandbox = definition.sandbox
        switch source {
        case .inline(let keys): return Self.matching(keys, kid)
        case .url(let url):
            return try keys(named: "\(definition.tenant) \(url)", kid: kid, now: now) {
                try Self.keySet(try self.get(url, sandbox: sandbox), max: self.limits.keysMax)
            }
        case .discovery(let issuer):
            return try keys(named: "\(definition.tenant) issuer \(issuer)", kid: kid, now: now) {
                try Self.keySet(try self.get(try self.keysURL(of: issuer, sandbox: sandbox), sandbox: sandbox), max: self.limits.keysMax)
            }
        }
    }

    private static func matching(_ keys: [PublicKeyJWK], _ kid: String?) -> [PublicKeyJWK] { keys.filter { kid == nil || $0.kid == kid } }

    private func keys(named name: String, kid: String?, now: Timestamp, _ fetch: () throws -> [PublicKeyJWK]) throws -> [PublicKeyJWK] {
        try entry(name).state.withLock { state in
            let known = Self.matching(state.keys, kid)
            let isFresh = state.fetchedAt.map { now < $0 + limits.freshFor } ?? false
            if isFresh, !known.isEmpty { return known }
            if state.askedAt.map({ now >= $0 + limits.askAgainAfter }) ?? true {
                state.askedAt = now
                // What goes wrong here shows below: nothing was fetched.
                if let keys = try? fetch(), !keys.isEmpty { (state.keys, state.fetchedAt) = (keys, now) }
            }
            guard let fetchedAt = state.fetchedAt, now < fetchedAt + limits.usableFor else {
                throw Rejection(503, "service-unavailable", "The issuer of this token cannot be asked for its keys.",
                                retryAfter: limits.askAgainAfter)
            }
            return Self.matching(state.keys, kid)
        }
    }

    private func entry(_ name: String) -> Entry {
        entries.withLock { entries in
            if let known = entries[name] { return known }
            if entries.count >= limits.addressesMax { entries.removeAll() }
            let made = Entry()
            entries[name] = made
            return made
        }
    }

    // MARK: - Asking

    struct Unusable: Error, CustomStringConvertible { let description: String }

    /// Without redirects: a key set that lies elsewhere is named by the tenant or by discovery.
    private static let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.timeout = .init(connect: .seconds(2), read: .seconds(3))
        return configuration
    }())

    private func get(_ url: URL, sandbox: Bool) throws -> [UInt8] {
        guard Self.mayAsk(url, sandbox: sandbox) else { throw Unusable(description: "\(url) is not asked: no https") }
        let request = try HTTPClient.Request(url: url.absoluteString, headers: ["accept": "application/json", "user-agent": "souk"])
        let whole = ResponseAccumulator(request: request, maxBodySize: limits.documentBytesMax)
        let answer = try Self.client.execute(request: request, delegate: whole,
                                             deadline: .now() + .nanoseconds(limits.askTimeout.wholeMilliseconds * 1_000_000)).wait()
        guard answer.status == .ok, let body = answer.body else { throw Unusable(description: "\(url) answers \(answer.status.code)") }
        return Array(body.readableBytesView)
    }

    private struct Metadata: Decodable { let issuer: String, jwks_uri: String }

    private func keysURL(of issuer: String, sandbox: Bool) throws -> URL {
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        guard let url = URL(string: base + "/.well-known/openid-configuration") else {
            throw Unusable(description: "\(issuer) is not an address")
        }
        let metadata = try JSON.decode(Metadata.self, from: try get(url, sandbox: sandbox))
        // §4.3: the document must be about the issuer it was asked of.
        guard metadata.issuer == issuer, let keys = URL(string: metadata.jwks_uri) else {
            throw Unusable(description: "\(url) is about another issuer")
        }
        return keys
    }

    private struct KeyDocument: Decodable {
        let keys: [Member]
        /// A key of a kind nobody here knows must not hide the others.
        struct Member: Decodable {
            let key: PublicKeyJWK?
            init(from decoder: any Decoder) throws { key = try? PublicKeyJWK(from: decoder) }
        }
    }

    static func keySet(_ document: [UInt8], max: Int) throws -> [PublicKeyJWK] {
        try JSON.decode(KeyDocument.self, from: document).keys.prefix(max).compactMap(\.key).filter {
            $0.isForSigning && $0.verifier != nil
        }
    }
}
