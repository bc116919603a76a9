import Foundation
import Storage

/// A file that several tests of a run extend at the same time.
enum SharedFile {
    /// Appends the text in one write, so that lines of others never come in between.
    static func append(_ text: String, to path: String) throws {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        let isWritten = descriptor >= 0 && write(descriptor, bytes, bytes.count) == bytes.count
        let reason = String(cString: strerror(errno))
        if descriptor >= 0 { close(descriptor) }
        guard isWritten else { throw StorageError.unreadable(path: path, reason: reason) }
    }
}
