import Kernel

/// The secret of a feed is kept as a keyed hash: who reads the file cannot read calendars with it.
package enum FeedSecret {
    package static func purpose(_ token: String) -> String { "calendar-feed/" + token }
    package static func hash(key: [UInt8]) -> String { Base64URL.encode(key) }
}
