import Contracts
import Kernel
import ServiceKit

/// Frequent questions and articles (`help.yml`).
public struct DemoHelp: DemoReader {
    public static let file = "help.yml"
    public static let keys = ContentFile.keys
    private let content: ContentFile

    public init(_ form: DemoForm) { content = ContentFile(form.root, form) }

    public func messages(in demo: DemoContent) -> [DemoMessage] {
        content.messages(of: demo.definition).map { DemoMessage($0.name, .offers, $0.message) }
    }
}
