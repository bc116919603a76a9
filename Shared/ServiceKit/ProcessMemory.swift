import CProcess

/// What a process does so that an idle one holds only what it needs: orchestrators count resident pages, not intentions.
public struct ProcessMemory {
    /// Blocks from this size on come from the kernel one by one and go back when they are freed.
    private static let mappedBlockBytes: Int32 = 1 << 20
    private static let quietLooks = 5

    private var lastWork = -1
    private var quiet = 0

    /// Makes the process's memory ready; call it once, before there are threads. After one password hash, which needs 16 MiB, every thread's
    /// arena would otherwise keep blocks of that size for ever.
    public init() {
        souk_map_blocks_from(Self.mappedBlockBytes)
    }

    /// Call this about every second with a number that grows with the work done. Some seconds after the last work, also after that of the start, free heap
    /// goes back to the kernel, and so do the pages of program code that nobody needs now; what is needed again is read from the page cache.
    public mutating func look(work: Int) {
        defer { lastWork = work }
        guard work == lastWork else {
            quiet = 0
            return
        }
        quiet += 1
        guard quiet == Self.quietLooks else { return }
        souk_release_idle_memory()
    }
}
