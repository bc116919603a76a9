import AuthKit
import Testing

@Suite("Settings of auth") struct AuthSettingsTests {
    @Test("A session that is longer than any may be is named, not a crash")
    func longSessions() {
        let definition = AuthHarness.definition(["sessionDays": 4000])
        let settings = definition.settings["auth"] ?? .null
        #expect(checkAuthSettings(settings, definition).map(\.path) == ["sessionDays", "sessionDaysMax"])
    }
}
