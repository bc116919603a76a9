/// A client's position, as in `Last-Event-ID`: the id of the last frame, then the last event of every other service
/// before it. Gateway instances see the topics of several services interleaved differently; with one event per service
/// every instance knows which events are missing.
package struct StreamPlace: Sendable {
    private static let idsMax = 32
    private static let idBytesMax = 128
    package let ids: [String]

    package init(_ ids: [String]) { self.ids = ids }
    /// Parses a client's header. The bare id of an event is valid, too.
    package init(_ text: String) {
        ids = text.split(separator: "/").prefix(Self.idsMax).filter { $0.utf8.count <= Self.idBytesMax }.map(String.init)
    }

    package var text: String { ids.joined(separator: "/") }
}
