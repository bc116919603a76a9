import Foundation

/// The release of these programs; all programs of an image have the same.
public enum Release {
    /// What the image was built as (`SOUK_VERSION`, set by `docker build --build-arg VERSION=…`), else the release these sources lead to.
    public static let version = ProcessInfo.processInfo.environment["SOUK_VERSION"].flatMap { $0.isEmpty ? nil : $0 } ?? "1.0.0"
}
