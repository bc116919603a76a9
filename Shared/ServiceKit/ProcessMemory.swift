import CMalloc
import Glibc

/// What a process does so that an idle one holds only what it needs: orchestrators count resident pages, not intentions.
public struct ProcessMemory {
    /// Blocks from this size on come from the kernel one by one and go back when they are freed.
    private static let mappedBlockBytes: Int32 = 1 << 20
    private static let quietLooks = 5

    private var lastWork = -1
    private var quiet = 0

    /// Makes the process's memory ready; call it once, before there are threads.
    ///
    /// glibc moves the size from which blocks are mapped up to the largest block it has seen freed (mallopt(3), M_MMAP_THRESHOLD). After one password hash,
    /// which needs 16 MiB, every thread's arena would keep blocks of that size for ever.
    public init() {
        mallopt(M_MMAP_THRESHOLD, Self.mappedBlockBytes)
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
        malloc_trim(0)
        Self.releaseProgramPages()
    }

    /// Only segments that cannot be written: their pages are those of the file, so nothing is lost.
    private static func releaseProgramPages() {
        _ = dl_iterate_phdr({ info, _, _ in
            guard let program = info?.pointee, let headers = program.dlpi_phdr else { return 1 }
            for header in UnsafeBufferPointer(start: headers, count: Int(program.dlpi_phnum)) where header.p_type == UInt32(PT_LOAD) && header.p_flags & UInt32(PF_W) == 0 {
                let page = UInt(getpagesize())
                let first = (UInt(program.dlpi_addr) + UInt(header.p_vaddr)) / page * page
                let end = (UInt(program.dlpi_addr) + UInt(header.p_vaddr + header.p_memsz)) / page * page
                if let start = UnsafeMutableRawPointer(bitPattern: first), end > first { madvise(start, Int(end - first), Int32(MADV_DONTNEED)) }
            }
            return 1  // the first is the program itself; libraries are shared with others
        }, nil)
    }
}
