import Kernel

/// What a customer tells of themselves, as it is kept: texts are empty where nothing was given.
public struct CustomerDetails: Hashable, Sendable {
    public var name: String
    public var email: String
    public var document: String
    public var phone: String
    public init(name: String, email: String, document: String, phone: String) {
        (self.name, self.email, self.document, self.phone) = (name, email, document, phone)
    }

    public static let nameScalars = 2...100

    public var firstName: String { name.split(separator: " ").first.map(String.init) ?? name }
}
