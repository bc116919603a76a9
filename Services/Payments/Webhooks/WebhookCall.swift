import Kernel
import NIOCore

/// One attempt: find the receiver's addresses, check them, sign, post to the first that answers.
package struct WebhookCall: Sendable {
    package let url: String
    package let messageId: String
    package let body: [UInt8]
    /// The newest first.
    package let secrets: [String]
    /// Allows http and this machine.
    package let isDevelopment: Bool

    package init(url: String, messageId: String, body: [UInt8], secrets: [String], isDevelopment: Bool) {
        (self.url, self.messageId, self.body, self.secrets, self.isDevelopment) = (url, messageId, body, secrets, isDevelopment)
    }

    package struct Outcome: Sendable {
        package var statusCode: Int?
        package var error: String?
        package var retryAfterSeconds: Int?
    }
    /// An address that doesn't take the connection may have a neighbour that does.
    private static let addressesTried = 3

    /// - Parameter clock: real time, because receivers compare it with their own.
    package func perform(clock: @Sendable () -> Timestamp) async -> Outcome {
        let deadline = NIODeadline.now() + .milliseconds(WebhookSchedule.answerWithin.wholeMilliseconds)
        do {
            guard let url = WebhookURL(url), url.isSecure || isDevelopment else { throw WebhookFailure.addressRefused }
            var failure = WebhookFailure.noConnection
            for address in try await addresses(of: url).prefix(Self.addressesTried) {
                guard NIODeadline.now() < deadline else { throw WebhookFailure.timeout }
                do {
                    let answer = try await exchange(url, at: clock()).post(to: address, until: deadline)
                    return Outcome(statusCode: answer.statusCode, retryAfterSeconds: answer.retryAfter.flatMap {
                        RetryAfter.seconds($0, now: clock())
                    })
                } catch {
                    failure = WebhookFailure(error)
                    // Only a connection that never was may be tried elsewhere: the message isn't there yet.
                    guard failure == .noConnection else { throw failure }
                }
            }
            throw failure
        } catch { return Outcome(error: WebhookFailure(error).rawValue) }
    }

    /// Those that may be called. A name is asked for at every attempt: what it led to before counts for nothing.
    private func addresses(of url: WebhookURL) async throws -> [NetworkAddress] {
        let found = if let literal = url.literal { [literal] } else { await HostResolver.addresses(of: url.host) }
        guard !found.isEmpty else { throw WebhookFailure.unknownHost }
        let allowed = found.filter { WebhookURL.isAllowed($0.reach, isDevelopment: isDevelopment) }
        guard !allowed.isEmpty else { throw WebhookFailure.addressRefused }
        return allowed
    }

    private func exchange(_ url: WebhookURL, at now: Timestamp) throws -> WebhookExchange {
        let seconds = now.secondsSinceEpoch
        guard let signature = WebhookSignature.header(secrets: secrets, id: messageId, seconds: seconds, body: body) else {
            throw WebhookFailure.noConnection
        }
        let headers = [("webhook-id", messageId), ("webhook-timestamp", String(seconds)), ("webhook-signature", signature)]
        return WebhookExchange(url: url, headers: headers, body: body)
    }
}

/// `Retry-After` (RFC 9110 §10.2.3): seconds, or a date.
package enum RetryAfter {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    /// Longer is nobody's wait.
    private static let secondsMax = 31_536_000

    /// Nil: neither. A date in the past is 0.
    package static func seconds(_ text: String, now: Timestamp) -> Int? {
        let text = text.trimmed
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) { return min(Int(text) ?? secondsMax, secondsMax) }
        // `Sun, 06 Nov 1994 08:49:37 GMT`; the two older forms are sent by nobody.
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])), parts[1].count == 2,
            parts[3].count == 4 else { return nil }
        let number = month + 1
        guard let date = Timestamp("\(parts[3])-\(number < 10 ? "0" : "")\(number)-\(parts[1])T\(parts[4])Z") else { return nil }
        return Int(min(max(0, (date - now).wholeSeconds), Int64(secondsMax)))
    }
}
