#pragma once

// No system header here, as in process_memory.h.

/// From now on the calling thread runs after everybody else who wants the processor, but is never starved: `niceness` is 1 to 19 as in
/// nice(2). From Linux 6.12 on it also asks for the longest slice (100 ms, sched_setattr(2)): a thread that wakes wanting a shorter one
/// is then run at once instead of at the end of ours. Without either (an old kernel, a sandbox that forbids it) the thread runs as before.
void souk_give_way(int niceness);
