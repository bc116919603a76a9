import Foundation
import ServiceKit
import Testing

@Suite("Why a process ends")
struct StandardErrorTests {
    @Test("A standard error that nobody reads any more does not end the process before its exit status")
    func brokenPipe() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        StandardError.write("nobody reads this", to: pipe.fileHandleForWriting)
        let read = Pipe()
        StandardError.write("orders: no settings", to: read.fileHandleForWriting)
        #expect(read.fileHandleForReading.availableData == Data("orders: no settings\n".utf8))
    }
}
