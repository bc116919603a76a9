import ArgumentParser
import ServiceKit
import SoukPlatform

/// `souk`: what an operator types.
public struct SoukCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "souk", abstract: "Start, watch and mend a street of small apps.",
        discussion: """
            A first day:
              souk up                            start everything; prints READY, a curl
              souk status                        is everything healthy, who is behind
              souk tail orders.events            watch what happens, readable
              souk tail sms                      codes that would have left the house
              souk clock advance eventpass 3d    let three days pass for one app
              souk tenant apply my-app.yml       a new app on the street

            When something is wrong:
              souk dead-letters list             what could not be handled, and why
              souk verify orders                 does the file say what the log says
              souk keys rotate                   new keys for every service, nobody is signed out

            Commands find a running souk up through SOUK_DATA (./data);
            KAFKA_BOOTSTRAP_SERVERS and SOUK_PORT point elsewhere.
            """,
        version: Release.version,
        subcommands: [
            UpCommand.self, DownCommand.self, StatusCommand.self, TailCommand.self, TenantCommand.self, KeysCommand.self, SeedCommand.self,
            ContentCommand.self, ClockCommand.self, DeadLettersCommand.self, SnapshotCommand.self, VerifyCommand.self, BenchCommand.self,
            DocsCommand.self,
        ])
    public init() {}
}
