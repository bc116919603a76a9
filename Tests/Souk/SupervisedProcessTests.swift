import CSupervise
import Foundation
import Testing

@Suite("What souk up starts")
struct SupervisedProcessTests {
    /// The kernel tells a process that its supervisor is gone when the thread that started it ends.
    @Test("A program does not outlive its killed supervisor, not even one that ignores SIGTERM")
    func endsWithSupervisor() throws {
        let started = DispatchSemaphore(value: 0), mayEnd = DispatchSemaphore(value: 0)
        let child = Child()
        Thread.detachNewThread {
            child.start("trap '' TERM; echo ready; while :; do :; done")
            started.signal()
            mayEnd.wait()
        }
        started.wait()
        try #require(child.pid > 0)
        var isOver = false
        defer {
            if !isOver { kill(child.pid, SIGKILL) }
            close(child.output)
        }
        #expect(child.firstByte() == UInt8(ascii: "r"))
        // It runs until then, and SIGTERM does not end it.
        kill(child.pid, SIGTERM)
        var status: Int32 = 0
        #expect(waitpid(child.pid, &status, WNOHANG) == 0)
        mayEnd.signal()
        isOver = child.outputEnds()
        try #require(isOver, "it ends, and the pipe with it")
        waitpid(child.pid, &status, 0)
        #expect(status & 0x7F == SIGKILL)
    }

    /// `@unchecked Sendable`: the starting thread writes the fields before it signals, and nobody changes them after.
    private final class Child: @unchecked Sendable {
        private(set) var pid: pid_t = -1
        private(set) var output: Int32 = -1

        func start(_ script: String) {
            let words: [String] = ["sh", "-c", script]
            var arguments = words.map { strdup($0) } + [nil]
            var environment: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/bin:/bin"), nil]
            defer { for pointer in arguments + environment { free(pointer) } }
            pid = souk_spawn("/bin/sh", &arguments, &environment, &output)
        }
        /// Waits for the first byte that the program writes.
        func firstByte() -> UInt8? {
            var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 30_000) == 1 else { return nil }
            var byte: UInt8 = 0
            return read(output, &byte, 1) == 1 ? byte : nil
        }
        /// Waits for the end of the program and of all that it started.
        func outputEnds() -> Bool {
            var ended = pollfd(fd: output, events: 0, revents: 0)
            return poll(&ended, 1, 10_000) == 1
        }
    }
}
