import NIOCore

/// Runs the task of a connection on the event loop that has its socket. On the global pool every request changes threads twice more, once when
/// it has been read and once when its answer is written; nothing between the two blocks, so the loop may do it.
final class EventLoopTasks: TaskExecutor {
    private let loop: any EventLoop
    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
