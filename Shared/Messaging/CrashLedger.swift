import Foundation
import Glibc
import Kernel
import Storage
import Synchronization

/// Records what each thread is working on, so that the next process knows after a crash what was in progress, and
/// counts the crashes of each piece of work. The service then refuses work that crashes every process instead of
/// stopping all tenants.
///
/// The file is mapped into memory: recording work takes three stores and no system call, and the stores outlive the
/// process however it ends. A power cut may lose the records; counting then starts again.
///
/// `@unchecked Sendable`: each `Place` writes only its own words of the mapped memory, which no other thread of this
/// process reads; the mutex guards the part of the memory that holds the entries.
public final class CrashLedger: @unchecked Sendable {
    public enum Work: UInt64, Sendable { case message = 1, query, preparation, delivery }

    /// Names a piece of work; the name is the same in every process.
    public struct Key: Hashable, Sendable {
        let work: Work
        let a, b: UInt64
        public init(_ work: Work, _ a: UInt64, _ b: UInt64) { (self.work, self.a, self.b) = (work, a, b) }
        /// Two FNV-1a hashes: fast, and the same in every process.
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

    /// The slot in which one thread records its current work.
    public struct Place: Sendable {
        fileprivate let ledger: CrashLedger
        fileprivate let index: Int
        /// Suspects run one at a time, so that the next crash shows which of them caused it.
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

    /// Work that crashed this many processes is refused.
    public static let crashesMax = 3
    /// Crashes of a query, a preparation or a delivery count for this many seconds: data change and programs get fixed.
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
    /// The index of the place that runs a suspect, one at a time. -1: none.
    private let alone = DispatchSemaphore(value: 0)
    private let aloneAt = Atomic<Int>(-1)

    /// Opens or creates the file and counts what the previous process was working on when it ended. Throws
    /// `StorageError.locked` while that process still runs.
    public init(path: String, seconds: @escaping @Sendable () -> Int64 = { Timestamp.now().millisecondsSinceEpoch / 1000 }) throws {
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        lock = try FileLock(path: path + ".lock")
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw StorageError.unreadable(path: path, reason: String(cString: strerror(errno))) }
        defer { Glibc.close(file) }
        // In a sparse file the first store would crash the process when the disk is full.
        let room = posix_fallocate(file, 0, off_t(Self.fileBytes))
        guard room == 0 else { throw StorageError.unreadable(path: path, reason: String(cString: strerror(room))) }
        guard let mapped = mmap(nil, Self.fileBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), mapped != MAP_FAILED else {
            throw StorageError.unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        (memory, self.seconds) = (mapped, seconds)
        var state = State()
        state.entries = Self.entries(mapped)
        let inHand = (0..<Self.placesMax).compactMap { Self.key(mapped, Self.placesOffset + $0 * 24) }
        // A delivery waits for peers for seconds, other work runs for microseconds: if both were in progress, blame the
        // other work.
        let blamed = inHand.contains { $0.work != .delivery } ? inHand.filter { $0.work != .delivery } : inHand
        let now = seconds()
        for key in Set(blamed) {
            let before = state.entries[key].map { Self.isCurrent(key, $0, at: now) ? $0.crashes : 0 } ?? 0
            state.entries[key] = Entry(crashes: before + 1, at: now)
        }
        for index in 0..<Self.placesMax { mapped.storeBytes(of: 0, toByteOffset: Self.placesOffset + index * 24, as: UInt64.self) }
        suspected = Atomic(!state.entries.isEmpty)
        Self.store(state.entries, mapped)
        self.state = Mutex(state)
        // The semaphore starts at 0 because libdispatch traps when it frees a semaphore below its initial value.
        alone.signal()
    }
    deinit { munmap(memory, Self.fileBytes) }

    /// Releases the file for another process. Work that is still recorded then counts as in progress.
    public func close() { lock.release() }

    /// Takes a slot for a thread or a task. Nil: all slots are in use, and the ledger does not watch this one.
    public func place() -> Place? { state.withLock { $0.free.popLast() }.map { Place(ledger: self, index: $0) } }
    public func give(back place: Place) {
        place.release()
        state.withLock { $0.free.append(place.index) }
    }

    /// False nearly always; callers then skip every other check.
    public var hasSuspects: Bool { suspected.load(ordering: .relaxed) }
    /// How many processes ended while they worked on this key.
    public func crashes(of key: Key) -> Int {
        guard hasSuspects else { return 0 }
        return state.withLock { state in state.entries[key].map { isCurrent(key, $0) ? $0.crashes : 0 } ?? 0 }
    }
    public func isRefused(_ key: Key) -> Bool { crashes(of: key) >= Self.crashesMax }
    /// Keys that were in progress when a process ended and are not refused.
    public func suspects(_ work: Work) -> [Key] {
        guard hasSuspects else { return [] }
        return state.withLock { state in
            state.entries.filter { $0.key.work == work && $0.value.crashes < Self.crashesMax && isCurrent($0.key, $0.value) }.map(\.key)
        }
    }
    func keys(_ wanted: (Key) -> Bool) -> [Key] { hasSuspects ? state.withLock { $0.entries.keys.filter(wanted) } : [] }
    /// Removes the key after the work succeeded or was decided.
    public func forget(_ key: Key) {
        guard hasSuspects else { return }
        state.withLock { state in
            guard state.entries.removeValue(forKey: key) != nil else { return }
            Self.store(state.entries, memory)
            suspected.store(!state.entries.isEmpty, ordering: .relaxed)
        }
    }
    private func waitAlone(_ key: Key, _ index: Int) {
        // A delivery waits for peers and would keep other suspects waiting.
        guard key.work != .delivery, crashes(of: key) > 0 else { return }
        if alone.wait(timeout: .now() + .seconds(30)) == .success { aloneAt.store(index, ordering: .relaxed) }
    }
    /// Only the thread of this place stores its index in `aloneAt`.
    private func endAlone(_ index: Int) {
        guard aloneAt.load(ordering: .relaxed) == index else { return }
        aloneAt.store(-1, ordering: .relaxed)
        alone.signal()
    }
    /// Crashes of a message never expire, because the message stays in its log.
    private static func isCurrent(_ key: Key, _ entry: Entry, at now: Int64) -> Bool { key.work == .message || now &- entry.at < countsFor }
    private func isCurrent(_ key: Key, _ entry: Entry) -> Bool { Self.isCurrent(key, entry, at: seconds()) }

    // MARK: - File layout: places of 24 bytes (work, a, b), entries of 40 (work, a, b, crashes, at). Work 0: empty.

    private func write(_ key: Key, at index: Int) {
        let offset = Self.placesOffset + index * 24
        memory.storeBytes(of: key.a, toByteOffset: offset + 8, as: UInt64.self)
        memory.storeBytes(of: key.b, toByteOffset: offset + 16, as: UInt64.self)
        memory.storeBytes(of: key.work.rawValue, toByteOffset: offset, as: UInt64.self)
    }
    private func clear(at index: Int) { memory.storeBytes(of: 0, toByteOffset: Self.placesOffset + index * 24, as: UInt64.self) }

    private static func key(_ memory: UnsafeMutableRawPointer, _ offset: Int) -> Key? {
        guard let work = Work(rawValue: memory.load(fromByteOffset: offset, as: UInt64.self)) else { return nil }
        return Key(work, memory.load(fromByteOffset: offset + 8, as: UInt64.self),
                   memory.load(fromByteOffset: offset + 16, as: UInt64.self))
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
    /// Stores the newest entries, as many as fit.
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
