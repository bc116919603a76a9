import Foundation
import Kernel

/// Where a message may lead: into the tenant's own app, or to a page on the web. Whatever else an operator types in (`javascript:`, another app) is refused.
enum DeepLink {
    private static let bytesMax = 512

    static func isAllowed(_ link: String, _ policy: NotificationPolicy) -> Bool {
        guard link.utf8.count <= bytesMax, !link.unicodeScalars.contains(where: { $0.value <= 32 || (127...159).contains($0.value) }) else { return false }
        let lower = link.lowercased()
        if lower.hasPrefix("https://") { return URL(string: link)?.host.map { !$0.isEmpty } ?? false }
        return policy.deepLinkScheme.map { lower.hasPrefix("\($0.lowercased())://") } ?? false
    }
    /// What is wrong with one, for whoever typed it in.
    static func problem(_ policy: NotificationPolicy) -> String {
        let starts = (policy.deepLinkScheme.map { ["\($0)://"] } ?? []) + ["https://"]
        return "must begin with \(starts.joined(separator: " or "))"
    }
}
