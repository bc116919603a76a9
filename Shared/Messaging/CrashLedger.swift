import Foundation
import Glibc
import Kernel
import Storage
import Synchronization

/// Knows after a crash what the process had in hand, and how often that ended a process: the piece of work that ends every process that touches it is then
/// refused instead of being the end of all tenants.
///
/// A file that is mapped into memory: noting what is in hand is three stores and no call, and what was stored outlives the process, however it ends. A power
/// cut may take the notes along; then counting begins anew.
///
/// `@unchecked Sendable`: the mapped memory is written by `Place`s, each to words of its own that are read by no other thread of this process, and by the
/// entries' part, which is behind the mutex.
public final class CrashLedger: @unchecked Sendable {
    public enum Work: UInt64, Sendable { case message = 1, query, preparation, delivery }

    /// Names a piece of work, the same in every process.
    public struct Key: Hashable, Sendable {
        let work: Work
        let a, b: UInt64
        public init(_ work: Work, _ a: UInt64, _ b: UInt64) { (self.work, self.a, self.b) = (work, a, b) }
        /// FNV-1a, twice: fast, and the same in every process.
        public init(_ work: Work, _ parts: [UInt8]...) {
            (self.work, a, b) = (work, Self.hash(parts, 0xCBF2_9CE4_8422_2325), Self.hash(parts, 0x8422_2325_CBF2_9CE4))
        }
        static func hash(_ parts: [[UInt8]], _ start: UInt64) -> UInt64 {
            var hash = start
            for part in parts {
                for byte in part { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
                hash = (hash ^ UInt64(truncatingIfNeeded: part.count)) &* 0x100_0000_01B3
            }
            return hash
        }
    }

    /// Where one thread notes what it has in hand.
    public struct Place: Sendable {
        fileprivate let ledger: CrashLedger
        fileprivate let index: Int
        /// What was in hand when a process ended waits until nothing else of that kind is: the next crash then says which of them it was.
        public func hold(_ key: Key) {
            ledger.endAlone(index)
            if ledger.hasSuspects { ledger.waitAlone(key, index) }
            ledger.write(key, at: index)
        }
        public func release() {
            ledger.clear(at: index)
            ledger.endAlone(index)
        }
    }

    /// The crash that is too many.
    public static let crashesMax = 3
    /// What a query, a preparation or a delivery did is forgotten after this: data changes, programs are mended.
    static let countsFor: Int64 = 900

    private struct Entry {
        var crashes: Int
        var at: Int64
    }
    private struct State {
        var entries: [Key: Entry] = [:]
        var free = Array((0..<CrashLedger.placesMax).reversed())
    }
    private static let placesMax = 256, entriesMax = 128
    private static let placesOffset = 64, entriesOffset = 64 + placesMax * 24
    private static let fileBytes = 16_384

    private let memory: UnsafeMutableRawPointer
    private let lock: FileLock
    private let seconds: @Sendable () -> Int64
    private let state: Mutex<State>
    private let suspected: Atomic<Bool>
    /// One suspect at a time: the place that has it. -1: none.
    private let alone = DispatchSemaphore(value: 0)
    private let aloneAt = Atomic<Int>(-1)

    /// Opens (or makes) the file, and counts what the process before had in hand when it ended. Throws `StorageError.locked` while that one still runs.
    public init(path: String, seconds: @escaping @Sendable () -> Int64 = { Timestamp.now().millisecondsSinceEpoch / 1000 }) throws {
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        lock = try FileLock(path: path + ".lock")
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw StorageError.unreadable(path: path, reason: String(cString: strerror(errno))) }
        defer { Glibc.close(file) }
        // A hole would end the process where the disk is full, at the first store.
        let room = posix_fallocate(file, 0, off_t(Self.fileBytes))
        guard room == 0 else { throw StorageError.unreadable(path: path, reason: String(cString: strerror(room))) }
        guard let mapped = mmap(nil, Self.fileBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), mapped != MAP_FAILED else {
            throw StorageError.unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        (memory, self.seconds) = (mapped, seconds)
        var state = State()
        state.entries = Self.entries(mapped)
        let inHand = (0..<Self.placesMax).compactMap { Self.key(mapped, Self.placesOffset + $0 * 24) }
        // What waits for peers is in hand for seconds; who traps is in hand for microseconds. Where both were, it was the latter.
        let blamed = inHand.contains { $0.work != .delivery } ? inHand.filter { $0.work != .delivery } : inHand
        for key in Set(blamed) { state.entries[key] = Entry(crashes: (state.entries[key]?.crashes ?? 0) + 1, at: seconds()) }
        for index in 0..<Self.placesMax { mapped.storeBytes(of: 0, toByteOffset: Self.placesOffset + index * 24, as: UInt64.self) }
        suspected = Atomic(!state.entries.isEmpty)
        Self.store(state.entries, mapped)
        self.state = Mutex(state)
        // Made with 0: one that ends while it is taken would otherwise end the program.
        alone.signal()
    }
    deinit { munmap(memory, Self.fileBytes) }

    /// Lets another process have the file. What is held then counts as in hand for ever.
    public func close() { lock.release() }

    /// A place for a thread or a task. Nil: there are more of them than places, and this one is not watched.
    public func place() -> Place? { state.withLock { $0.free.popLast() }.map { Place(ledger: self, index: $0) } }
    public func give(back place: Place) {
        place.release()
        state.withLock { $0.free.append(place.index) }
    }

    /// False nearly always, and then nothing else needs to be asked.
    public var hasSuspects: Bool { suspected.load(ordering: .relaxed) }
    /// How often this piece of work was in hand when a process ended.
    public func crashes(of key: Key) -> Int {
        guard hasSuspects else { return 0 }
        return state.withLock { state in state.entries[key].map { isCurrent(key, $0) ? $0.crashes : 0 } ?? 0 }
    }
    public func isRefused(_ key: Key) -> Bool { crashes(of: key) >= Self.crashesMax }
    /// What was in hand when a process ended, and is not refused.
    public func suspects(_ work: Work) -> [Key] {
        guard hasSuspects else { return [] }
        return state.withLock { state in state.entries.filter { $0.key.work == work && $0.value.crashes < Self.crashesMax && isCurrent($0.key, $0.value) }.map(\.key) }
    }
    func keys(_ wanted: (Key) -> Bool) -> [Key] { hasSuspects ? state.withLock { $0.entries.keys.filter(wanted) } : [] }
    /// It went well, or is decided.
    public func forget(_ key: Key) {
        guard hasSuspects else { return }
        state.withLock { state in
            guard state.entries.removeValue(forKey: key) != nil else { return }
            Self.store(state.entries, memory)
            suspected.store(!state.entries.isEmpty, ordering: .relaxed)
        }
    }
    private func waitAlone(_ key: Key, _ index: Int) {
        // What waits for peers would keep others waiting.
        guard key.work != .delivery, crashes(of: key) > 0 else { return }
        if alone.wait(timeout: .now() + .seconds(30)) == .success { aloneAt.store(index, ordering: .relaxed) }
    }
    /// Only who has it finds its own place there.
    private func endAlone(_ index: Int) {
        guard aloneAt.load(ordering: .relaxed) == index else { return }
        aloneAt.store(-1, ordering: .relaxed)
        alone.signal()
    }
    /// A message stands in its log for ever.
    private func isCurrent(_ key: Key, _ entry: Entry) -> Bool { key.work == .message || seconds() &- entry.at < Self.countsFor }

    // MARK: - The file: places of 24 bytes (work, a, b), entries of 40 (work, a, b, crashes, at). Work 0: empty.

    private func write(_ key: Key, at index: Int) {
        let offset = Self.placesOffset + index * 24
        memory.storeBytes(of: key.a, toByteOffset: offset + 8, as: UInt64.self)
        memory.storeBytes(of: key.b, toByteOffset: offset + 16, as: UInt64.self)
        memory.storeBytes(of: key.work.rawValue, toByteOffset: offset, as: UInt64.self)
    }
    private func clear(at index: Int) { memory.storeBytes(of: 0, toByteOffset: Self.placesOffset + index * 24, as: UInt64.self) }

    private static func key(_ memory: UnsafeMutableRawPointer, _ offset: Int) -> Key? {
        guard let work = Work(rawValue: memory.load(fromByteOffset: offset, as: UInt64.self)) else { return nil }
        return Key(work, memory.load(fromByteOffset: offset + 8, as: UInt64.self), memory.load(fromByteOffset: offset + 16, as: UInt64.self))
    }
    private static func entries(_ memory: UnsafeMutableRawPointer) -> [Key: Entry] {
        var found: [Key: Entry] = [:]
        for offset in stride(from: entriesOffset, to: entriesOffset + entriesMax * 40, by: 40) {
            guard let key = key(memory, offset) else { continue }
            let crashes = Int(clamping: memory.load(fromByteOffset: offset + 24, as: UInt64.self))
            found[key] = Entry(crashes: min(crashes, crashesMax), at: memory.load(fromByteOffset: offset + 32, as: Int64.self))
        }
        return found
    }
    /// The newest, as many as there is room for.
    private static func store(_ entries: [Key: Entry], _ memory: UnsafeMutableRawPointer) {
        let kept = entries.sorted { $0.value.at > $1.value.at }.prefix(entriesMax)
        for index in 0..<entriesMax { memory.storeBytes(of: 0, toByteOffset: entriesOffset + index * 40, as: UInt64.self) }
        for (index, (key, entry)) in kept.enumerated() {
            let offset = entriesOffset + index * 40
            memory.storeBytes(of: key.a, toByteOffset: offset + 8, as: UInt64.self)
            memory.storeBytes(of: key.b, toByteOffset: offset + 16, as: UInt64.self)
            memory.storeBytes(of: UInt64(entry.crashes), toByteOffset: offset + 24, as: UInt64.self)
            memory.storeBytes(of: entry.at, toByteOffset: offset + 32, as: Int64.self)
            memory.storeBytes(of: key.work.rawValue, toByteOffset: offset, as: UInt64.self)
        }
    }
}
