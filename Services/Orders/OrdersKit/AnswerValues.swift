import Kernel

// What answers are made of.
extension JSONValue {
    package static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    /// To the second.
    package static func time(_ time: Timestamp?) -> JSONValue { time.map { .string($0.wholeSeconds.description) } ?? .null }
    package static func point(_ point: GeoPoint) -> JSONValue { .object(["lat": .double(point.lat), "lng": .double(point.lng)]) }
}
