import Kernel
import ServiceKit

package enum HelpArticleKind: String, CaseIterable, Sendable { case guide, feature, troubleshooting, security }

/// A longer help text.
package struct HelpArticle: Encodable, Sendable, Equatable {
    let slug: String
    let kind: String
    let title: String
    /// Markdown.
    let body: String
    static let schema = Schema.object(["slug": .string(), "kind": .oneOf(HelpArticleKind.allCases.map(\.rawValue)), "title": .string(),
                                       "body": .string()], required: ["slug", "kind", "title", "body"])
}
