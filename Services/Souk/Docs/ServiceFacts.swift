import Contracts
import Kernel
import ServiceKit

/// A service's table of contents without its types, for documents.
public struct ServiceFacts: Sendable {
    public let name: ServiceName
    public let features: [String]
    /// Commands it handles, with their answers' routes.
    public let commands: [MessageType]
    public let reactions: [MessageType]
    public let queries: [MessageType]
    public let preprocessors: [(type: MessageType, prepared: MessageType)]
    public let publishes: [MessageType]
    /// Who must get each published event at once.
    public let awaiting: [MessageType: Awaiting]
    public let routes: [Route]
    public let plugins: [String]
    public let signingKeys: [String]

    public static var all: [ServiceFacts] { InstalledServices.all.map { $0.facts } }
}

extension PlatformService {
    static var facts: ServiceFacts {
        let contents = contents
        return ServiceFacts(name: name, features: contents.features.map(\.name), commands: contents.commands.map { $0.type },
                            reactions: contents.reactions.map { factType($0) }, queries: contents.queries.map { $0.type },
                            preprocessors: contents.preprocessors.map { intakeTypes($0) }, publishes: contents.publishes.map { $0.type },
                            awaiting: Dictionary(contents.publishes.map { ($0.type, $0.awaitedBy) }) { first, _ in first },
                            routes: contents.routes, plugins: contents.plugins.map(\.name), signingKeys: contents.signingKeys)
    }
    private static func factType<R: Reaction>(_: R.Type) -> MessageType { R.Fact.type }
    private static func intakeTypes<I: Preprocessor>(_: I.Type) -> (type: MessageType, prepared: MessageType) { (I.type, I.Prepared.type) }
}
