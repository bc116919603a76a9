import Foundation
import ServiceKit
import Testing

@Suite("The retention of a service's shards")
struct RetentionSettingTests {
    @Test("Comes from the settings file; whoever replays a log reads the same setting")
    func fromFile() throws {
        let file = NSTemporaryDirectory() + "souk-settings-\(UUID().uuidString).yml"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data("services: { retentionHours: 3 }\n".utf8).write(to: URL(fileURLWithPath: file))
        #expect(try ServiceSettings.fromEnvironment(["SOUK_SETTINGS": file]).retention == .seconds(3 * 3600))
        #expect(try ServiceSettings.fromEnvironment([:]).retention == .seconds(7 * 86_400))
    }
}
