import FoundationEssentials

/// JSON text that values write themselves into, one inside the other. Members of an object come out sorted by the bytes of their keys,
/// so that equal values have equal bytes.
///
/// Objects and arrays that are open form a stack. Something is only ever written into the innermost one: a write into one further out
/// ends those inside it, and a write into one that has ended throws.
final class JSONOutput {
    /// Where a container writes.
    struct Place {
        fileprivate let level: Int
        fileprivate let id: Int
        /// Where every write throws.
        static let ended = Place(level: .max, id: 0)
    }

    /// Behind a pointer: a property of a class is checked for overlapping access at each use, a third of the time of an encoding.
    /// Nothing overlaps: no call into a value happens while the text is being changed.
    private let text: UnsafeMutablePointer<OpenText>

    init() {
        text = .allocate(capacity: 1)
        text.initialize(to: OpenText())
    }
    deinit {
        text.deinitialize(count: 1)
        text.deallocate()
    }

    var bytes: [UInt8] { text.pointee.bytes }

    // MARK: - Values

    /// Writes a value where one is expected: after a key, a comma, or at the very beginning.
    func writeValue<T: Encodable>(_ value: T) throws {
        if T.self == JSONValue.self, let value = value as? JSONValue {
            guard JSONWriter.append(value, depth: text.pointee.depth, to: &text.pointee.bytes) else { throw unreadable(value) }
            return
        }
        if T.self == Data.self, let value = value as? Data { return write(value.base64EncodedString()) }
        let place = open()
        try value.encode(to: JSONEncoding(output: self, place: place))
        if text.pointee.isTooDeep { throw unreadable(value) }
        text.pointee.close(downTo: place.level)
    }
    private func unreadable(_ value: Any) -> EncodingError {
        .invalidValue(value, .init(codingPath: [], debugDescription: "has a number that is not finite, or nests too deep"))
    }
    // If the value throws, its owner may go on without it: key and comma are taken back too.
    func writeValue(_ value: some Encodable, forKey key: String, at place: Place) throws {
        try writeValue(value, after: text.pointee.key(key, at: place))
    }
    func writeElement(_ value: some Encodable, at place: Place) throws { try writeValue(value, after: text.pointee.element(at: place)) }
    func writeSingle(_ value: some Encodable, at place: Place) throws { try writeValue(value, after: text.pointee.single(at: place)) }
    private func writeValue(_ value: some Encodable, after before: OpenText.Mark) throws {
        do { try writeValue(value) } catch {
            text.pointee.goBack(to: before)
            throw error
        }
    }
    func write(_ value: String) { JSONWriter.append(value, to: &text.pointee.bytes) }
    func write(_ value: Bool) { text.pointee.bytes.append(contentsOf: value ? "true".utf8 : "false".utf8) }
    func write(_ value: some FixedWidthInteger) { text.pointee.bytes.append(contentsOf: String(value).utf8) }
    func writeNull() { text.pointee.bytes.append(contentsOf: "null".utf8) }
    func write<T: BinaryFloatingPoint & LosslessStringConvertible>(_ value: T) {
        JSONWriter.append(number: value.description, to: &text.pointee.bytes)
    }
    /// Throws for what is not finite: JSON has no number for it.
    func requireFinite(_ value: some BinaryFloatingPoint) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "JSON has no number for \(value)."))
        }
    }

    // MARK: - Open values

    func open() -> Place { text.pointee.open() }
    func beginObject(at place: Place) { text.pointee.begin(.object, UInt8(ascii: "{"), at: place) }
    func beginArray(at place: Place) { text.pointee.begin(.array, UInt8(ascii: "["), at: place) }
    /// Writes the key of the next value.
    func key(_ key: String, at place: Place) throws { _ = try text.pointee.key(key, at: place) }
    /// Whether an object has a member of this name.
    func hasMember(_ key: String, at place: Place) -> Bool { text.pointee.hasMember(key, at: place) }
    /// What comes before the next element.
    func element(at place: Place) throws { _ = try text.pointee.element(at: place) }
    /// What comes before a value that is all there is.
    func single(at place: Place) throws { _ = try text.pointee.single(at: place) }
    /// How many elements an array has so far.
    func count(at place: Place) -> Int { text.pointee.count(at: place) }
}

private struct OpenText {
    enum Shape { case undecided, object, array, single }

    /// A value that is being written.
    struct Level {
        let id: Int
        var shape: Shape = .undecided
        /// How many objects and arrays are around it.
        let depth: Int
        /// Where its text begins.
        let start: Int
        /// Where its members begin in `members`.
        let firstMember: Int
        var count = 0
        var hasEscapedKey = false
    }
    /// Where `"key":value` lies, and the key's closing quote.
    struct Member {
        let start: Int
        let keyEnd: Int
        var end: Int
    }

    var bytes: [UInt8] = []
    private var levels: [Level] = []
    private var members: [Member] = []
    private var lastID = 0
    private(set) var isTooDeep = false
    /// The members of the object that was sorted last; kept for its memory.
    private var sorted: [UInt8] = []

    init() {
        bytes.reserveCapacity(512)
        levels.reserveCapacity(8)
        members.reserveCapacity(32)
    }

    /// How things stood before something was written.
    struct Mark {
        fileprivate let innermost: Level
        fileprivate let levels: Int
        fileprivate let members: Int
        fileprivate let bytes: Int
    }
    private func mark(_ place: JSONOutput.Place) -> Mark {
        Mark(innermost: levels[place.level], levels: levels.count, members: members.count, bytes: bytes.count)
    }
    mutating func goBack(to mark: Mark) {
        guard levels.count >= mark.levels, levels[mark.levels - 1].id == mark.innermost.id else { return }
        levels.removeLast(levels.count - mark.levels)
        levels[mark.levels - 1] = mark.innermost
        members.removeLast(members.count - mark.members)
        bytes.removeLast(bytes.count - mark.bytes)
    }

    /// How many objects and arrays are around what is written next.
    var depth: Int {
        guard let innermost = levels.last else { return 0 }
        return innermost.depth + (innermost.shape == .object || innermost.shape == .array ? 1 : 0)
    }
    mutating func open() -> JSONOutput.Place {
        lastID += 1
        levels.append(Level(id: lastID, depth: depth, start: bytes.count, firstMember: members.count))
        return JSONOutput.Place(level: levels.count - 1, id: lastID)
    }

    /// A second container of the same kind goes on with the first. Of another kind: its writes throw.
    mutating func begin(_ shape: Shape, _ mark: UInt8, at place: JSONOutput.Place) {
        guard isOpen(place, .undecided) else { return }
        if levels[place.level].depth >= JSONScanner.decodedDepthMax { isTooDeep = true }
        levels[place.level].shape = shape
        bytes.append(mark)
    }

    // Each says how things stood before it, once what was open inside has ended.
    mutating func key(_ key: String, at place: JSONOutput.Place) throws -> Mark {
        try makeInnermost(place, .object)
        let before = mark(place)
        separate(place)
        let start = bytes.count
        JSONWriter.append(key, to: &bytes)
        if bytes.count - start != key.utf8.count + 2 { levels[place.level].hasEscapedKey = true }
        members.append(Member(start: start, keyEnd: bytes.count - 1, end: bytes.count))
        bytes.append(UInt8(ascii: ":"))
        return before
    }
    mutating func element(at place: JSONOutput.Place) throws -> Mark {
        try makeInnermost(place, .array)
        let before = mark(place)
        separate(place)
        return before
    }
    mutating func single(at place: JSONOutput.Place) throws -> Mark {
        try makeInnermost(place, .undecided)
        let before = mark(place)
        levels[place.level].shape = .single
        return before
    }
    func hasMember(_ key: String, at place: JSONOutput.Place) -> Bool {
        guard isOpen(place, .object) else { return false }
        let end = place.level + 1 < levels.count ? levels[place.level + 1].firstMember : members.count
        return members[levels[place.level].firstMember..<end].contains { member in
            JSONText.unescape(bytes[(member.start + 1)..<member.keyEnd]).elementsEqual(key.utf8)
        }
    }
    func count(at place: JSONOutput.Place) -> Int { isOpen(place, .array) ? levels[place.level].count : 0 }

    private mutating func separate(_ place: JSONOutput.Place) {
        if levels[place.level].count > 0 { bytes.append(UInt8(ascii: ",")) }
        levels[place.level].count += 1
    }
    private func isOpen(_ place: JSONOutput.Place, _ shape: Shape) -> Bool {
        place.level < levels.count && levels[place.level].id == place.id && levels[place.level].shape == shape
    }
    private mutating func makeInnermost(_ place: JSONOutput.Place, _ shape: Shape) throws {
        guard isOpen(place, shape) else {
            throw EncodingError.invalidValue(shape, .init(codingPath: [], debugDescription: "a container has ended, or is of another kind"))
        }
        if place.level < levels.count - 1 { close(downTo: place.level + 1) }
    }

    // MARK: - Ended values

    mutating func close(downTo count: Int) {
        while levels.count > count { closeInnermost() }
    }
    private mutating func closeInnermost() {
        guard let level = levels.popLast() else { return }
        switch level.shape {
        case .object:
            sortMembers(of: level)
            members.removeLast(members.count - level.firstMember)
            bytes.append(UInt8(ascii: "}"))
        case .array: bytes.append(UInt8(ascii: "]"))
        case .undecided: bytes.append(contentsOf: "{}".utf8)
        case .single: break
        }
    }

    /// Puts the members in the order of their keys. Of a key that was written twice the later value stays.
    private mutating func sortMembers(of level: Level) {
        let own = level.firstMember..<members.count
        guard let last = own.last else { return }
        for i in own.dropLast() { members[i].end = members[i + 1].start - 1 }
        members[last].end = bytes.count
        sorted.removeAll(keepingCapacity: true)
        bytes.withUnsafeBufferPointer { text in
            if level.hasEscapedKey { return sortByCharacters(own, text) }
            if own.dropLast().allSatisfy({ Self.order(members[$0], members[$0 + 1], text) < 0 }) { return }
            members[own].sort {
                let byKey = Self.order($0, $1, text)
                return byKey < 0 || byKey == 0 && $0.start < $1.start
            }
            for i in own where i == last || Self.order(members[i], members[i + 1], text) != 0 { take(members[i], text) }
        }
        guard !sorted.isEmpty else { return }
        bytes.removeLast(bytes.count - level.start - 1)
        bytes.append(contentsOf: sorted)
    }
    private mutating func take(_ member: Member, _ text: UnsafeBufferPointer<UInt8>) {
        if !sorted.isEmpty { sorted.append(UInt8(ascii: ",")) }
        sorted.append(contentsOf: text[member.start..<member.end])
    }
    /// Below, equal to or above zero as the first key comes before the second, is the same, or comes after it.
    private static func order(_ a: Member, _ b: Member, _ text: UnsafeBufferPointer<UInt8>) -> Int {
        var (i, j) = (a.start + 1, b.start + 1)
        while i < a.keyEnd, j < b.keyEnd {
            if text[i] != text[j] { return text[i] < text[j] ? -1 : 1 }
            (i, j) = (i + 1, j + 1)
        }
        return (a.keyEnd - a.start) - (b.keyEnd - b.start)
    }
    /// Escapes sort elsewhere than the characters that they stand for.
    private mutating func sortByCharacters(_ own: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) {
        let keyed = members[own].map { (key: JSONText.unescape(text[($0.start + 1)..<$0.keyEnd]), member: $0) }.sorted {
            $0.key == $1.key ? $0.member.start < $1.member.start : $0.key.lexicographicallyPrecedes($1.key)
        }
        for (i, entry) in keyed.enumerated() where i == keyed.count - 1 || entry.key != keyed[i + 1].key { take(entry.member, text) }
    }
}
