/// Names something that the catalog lists, of any kind: an event, a restaurant, a book.
public struct ListingReference: Codable, Sendable, Equatable {
    /// The kind as tenant files name it under `plugins.catalog`.
    public let kind: String
    public let id: String
    public init(kind: String, id: String) { (self.kind, self.id) = (kind, id) }

    /// Of a claim that the catalog never heard of: nothing says what it was for.
    public static let unknown = ListingReference(kind: "", id: "")
}

// Synthesised `Codable` calls this. Messages of releases before claims named their listing lack it: those were about events.
extension KeyedDecodingContainer {
    public func decode(_: ListingReference.Type, forKey key: Key) throws -> ListingReference {
        try decodeIfPresent(ListingReference.self, forKey: key) ?? ListingReference(kind: ListingReference.eventKind, id: "")
    }
}
