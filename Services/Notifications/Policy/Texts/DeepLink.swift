import Foundation
import Kernel

/// Where a message may link to: the tenant's own app or a web page. Any other link of an operator (`javascript:`,
/// another app) is refused.
package enum DeepLink {
    private static let bytesMax = 512

    package static func isAllowed(_ link: String, _ policy: NotificationPolicy) -> Bool {
        guard link.utf8.count <= bytesMax, !link.unicodeScalars.contains(where: { $0.value <= 32 || (127...159).contains($0.value) }) else {
            return false
        }
        let lower = link.lowercased()
        if lower.hasPrefix("https://") { return URL(string: link)?.host.map { !$0.isEmpty } ?? false }
        return policy.deepLinkScheme.map { lower.hasPrefix("\($0.lowercased())://") } ?? false
    }
    /// The error message for an invalid link.
    package static func problem(_ policy: NotificationPolicy) -> String {
        let starts = (policy.deepLinkScheme.map { ["\($0)://"] } ?? []) + ["https://"]
        return "must begin with \(starts.joined(separator: " or "))"
    }
}
