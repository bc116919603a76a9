import CZlib

/// A zip file (APPNOTE 6.3.3) whose files are stored as they are: passes are small, and most of one is pictures that are
/// compressed already.
package struct ZIPArchive {
    private struct Entry {
        let name: [UInt8]
        let checksum: UInt32
        let size: UInt32
        let offset: UInt32
    }
    private var out: [UInt8] = []
    private var entries: [Entry] = []

    package init() {}

    /// - Parameter name: ASCII.
    package mutating func add(_ name: String, _ contents: [UInt8]) {
        let entry = Entry(name: Array(name.utf8), checksum: UInt32(truncatingIfNeeded: crc32(0, contents, UInt32(contents.count))),
                          size: UInt32(contents.count), offset: UInt32(out.count))
        put(0x0403_4B50)
        putFacts(of: entry)
        put(short: 0)
        out += entry.name + contents
        entries.append(entry)
    }

    /// The archive. Nothing can be added afterwards.
    package consuming func bytes() -> [UInt8] {
        let start = out.count
        for entry in entries {
            put(0x0201_4B50)
            put(short: Self.version)
            putFacts(of: entry)
            // No extra field, no comment, the first disk, no attributes.
            for _ in 0..<4 { put(short: 0) }
            put(0)
            put(entry.offset)
            out += entry.name
        }
        let size = out.count - start
        put(0x0605_4B50)
        for number in [0, 0, entries.count, entries.count] { put(short: UInt16(number)) }
        put(UInt32(size))
        put(UInt32(start))
        put(short: 0)
        return out
    }

    private static let version: UInt16 = 20
    /// 1 January 1980, midnight: the same files give the same archive.
    private static let day: UInt16 = 0x0021

    /// What both headers say of a file, up to the length of its name.
    private mutating func putFacts(of entry: Entry) {
        // No flags, stored.
        for number in [Self.version, 0, 0, 0, Self.day] { put(short: number) }
        put(entry.checksum)
        put(entry.size)
        put(entry.size)
        put(short: UInt16(entry.name.count))
    }
    private mutating func put(short number: UInt16) { withUnsafeBytes(of: number.littleEndian) { out += $0 } }
    private mutating func put(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { out += $0 } }
}
