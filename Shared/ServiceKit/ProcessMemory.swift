import CProcess

/// Keeps the resident memory of an idle process small, because orchestrators count resident pages.
public struct ProcessMemory {
    /// Larger blocks are mapped one by one and returned to the kernel when freed.
    private static let mappedBlockBytes: Int32 = 1 << 20
    private static let quietFor: Duration = .seconds(5)

    private var lastWork = -1
    /// Nil: nothing was done since what nobody needs was given back.
    private var workedAt: ContinuousClock.Instant?

    /// Makes the process's memory ready; call it once, before there are threads. After one password hash, which needs
    /// 16 MiB, every thread's arena would otherwise keep blocks of that size for ever.
    public init() {
        souk_map_blocks_from(Self.mappedBlockBytes)
    }

    /// Call this every other second or more often with a number that grows with the work done. Some seconds after the last work, also
    /// after that of the start, free heap goes back to the kernel, and so do the pages of program code that nobody
    /// needs now; what is needed again is read from the page cache.
    public mutating func look(work: Int) {
        if work != lastWork { (lastWork, workedAt) = (work, .now) }
        guard let workedAt, .now - workedAt >= Self.quietFor else { return }
        self.workedAt = nil
        souk_release_idle_memory()
    }
}
