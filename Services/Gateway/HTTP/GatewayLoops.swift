import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// The event loops of the process. What belongs to a request runs on the loop of its connection, from its first byte to its last: no
/// thread wakes another one on its behalf. Half of the processors are left to services and brokers beside it.
enum GatewayLoops {
    static let group = MultiThreadedEventLoopGroup(numberOfThreads: max(1, ProcessInfo.processInfo.activeProcessorCount / 2))

    /// Runs tasks on a loop.
    static func executor(of loop: any EventLoop) -> LoopExecutor {
        executors.withLock { executors in
            if let known = executors[ObjectIdentifier(loop)] { return known }
            let made = LoopExecutor(loop)
            executors[ObjectIdentifier(loop)] = made
            return made
        }
    }
    private static let executors = Mutex<[ObjectIdentifier: LoopExecutor]>([:])
}

final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop
    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
