import Synchronization

/// What the queries of one shard keep between questions. It follows from rows alone: a program that starts again has
/// none of it and answers the same.
public final class QueryMemory: Sendable {
    /// A query throws this when its snapshot is older than what the memory knows, or when another query works there,
    /// or when it would keep quick ones waiting. It is asked again apart from the others, on a newer snapshot.
    public struct Busy: Error {
        public init() {}
    }

    private let values = Mutex<[String: any Sendable]>([:])
    public init() {}

    /// The value of this name; made when it is asked for first.
    public func value<Value: Sendable>(_ name: String, make: () -> Value) -> Value {
        values.withLock { values in
            if let known = values[name] as? Value { return known }
            let new = make()
            values[name] = new
            return new
        }
    }
}
