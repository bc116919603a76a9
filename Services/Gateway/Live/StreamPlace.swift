/// How far a client has read, as `Last-Event-ID` says it: the id of the last frame, then the last event of every other service before it. Instances of the
/// gateway see the topics of several services interleaved differently; with one event of each, every instance knows what is left.
package struct StreamPlace: Sendable {
    private static let idsMax = 32
    private static let idBytesMax = 128
    package let ids: [String]

    package init(_ ids: [String]) { self.ids = ids }
    /// What a client sent. The bare id of an event is one, too.
    package init(_ text: String) { ids = text.split(separator: "/").prefix(Self.idsMax).filter { $0.utf8.count <= Self.idBytesMax }.map(String.init) }

    package var text: String { ids.joined(separator: "/") }
}
