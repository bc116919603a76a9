import Foundation
import NotificationPolicy
import NotificationsService
import Testing

@Suite("Words of the kinds of apps")
struct SourceWordsTests {
    private static let folders = ["Policy", "Engine", "Preferences", "Administration", "Feed", "Delivery", "NotificationsKit"]

    @Test("Neither the rules nor the engine name what a source brings")
    func neutral() throws {
        var words: Set<String> = []
        for source in Notifications.sources.map(\.words) {
            words.formUnion(source.relations.map(\.name))
            words.formUnion(source.conditions)
            guard let occasion = source.occasion else { continue }
            words.formUnion([occasion.start, occasion.end, occasion.title, occasion.status])
            words.formUnion([occasion.offCode, occasion.overCode, occasion.tooCloseCode])
        }
        // The rules use these codes for every event, and `StaffMessages` sends to holders of a role for every source.
        words.subtract(["expired", "resolved", "staff"])
        #expect(words.count > 30)
        let root = SpecPolicies.root + "/Services/Notifications/"
        var found: [String] = []
        for folder in Self.folders {
            // Routes have examples; migrations that were recorded do not change.
            for file in try FileManager.default.subpathsOfDirectory(atPath: root + folder)
            where file.hasSuffix(".swift") && !file.hasSuffix("Routes.swift") && !file.contains("Migrations/") {
                let text = try String(contentsOfFile: "\(root)\(folder)/\(file)", encoding: .utf8)
                found += words.filter { text.contains("\"\($0)\"") }.map { "\(folder)/\(file): \($0)" }
            }
        }
        #expect(found.isEmpty, "\(found.sorted().joined(separator: "\n"))")
    }

    @Test("No two sources use one condition or relation")
    func unique() {
        let words = Notifications.sources.map(\.words)
        let conditions = words.flatMap { Array($0.conditions) }, relations = words.flatMap { $0.relations.map(\.name) }
        #expect(Set(conditions).count == conditions.count && Set(relations).count == relations.count)
    }
}
