/// What a poster must be like; the app checks it before it uploads.
package enum PosterRules {
    package static let minWidth = 900
    package static let minHeight = 1125
    /// Pixels of a side: larger ones are somebody's attempt to make others decode them.
    package static let sideMax = 10_000
    package static let maxBytes = 8 * 1024 * 1024
    package static let types = ["image/jpeg", "image/png"]
}
