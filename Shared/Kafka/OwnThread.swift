import CRdKafka
import Glibc
import Messaging

/// A POSIX thread of our own: librdkafka's blocking calls must not sit on the cooperative pool.
package struct OwnThread: Sendable {
    private let thread: pthread_t

    /// Starts `body`. `name` is what `top -H` shows, cut to 15 bytes.
    package init(name: String, _ body: @escaping @Sendable () -> Void) throws(LogError) {
        let box = Unmanaged.passRetained(Body(body, name))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, 512 * 1024)
        defer { pthread_attr_destroy(&attributes) }
        var thread = pthread_t()
        let result = pthread_create(&thread, &attributes, { raw in
            guard let raw else { return nil }
            let body = Unmanaged<Body>.fromOpaque(raw).takeRetainedValue()
            souk_name_this_thread(String(body.name.prefix(15)))
            body.run()
            return nil
        }, box.toOpaque())
        guard result == 0 else {
            box.release()
            throw LogError(kind: .other, code: result, isRetriable: true, description: "cannot start a thread: error \(result)")
        }
        self.thread = thread
    }

    /// Runs `body` on a thread of its own. False: it has not ended within the time; it goes on, and nobody waits for it.
    package static func run(_ name: String, within timeout: Duration, _ body: @escaping @Sendable () -> Void) throws(LogError) -> Bool {
        let ended = Waiter()
        try OwnThread(name: name) {
            body()
            ended.wake()
        }.detach()
        return timeout > .zero && ended.wait(timeout)
    }

    package var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
    /// Waits for the end. Once, and not from the thread itself.
    package func join() { pthread_join(thread, nil) }
    package func detach() { pthread_detach(thread) }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        let name: String
        init(_ run: @escaping @Sendable () -> Void, _ name: String) { (self.run, self.name) = (run, name) }
    }
}
