#define _GNU_SOURCE
#include "thread_priority.h"

#include <sched.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// As in <linux/sched/types.h>, first version; glibc declares neither it nor the call.
struct attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t niceness;
    uint32_t priority;
    uint64_t slice_nanoseconds, deadline, period;
};

void souk_give_way(int niceness) {
    const struct attributes longest_slice = {
        .size = sizeof(struct attributes), .policy = SCHED_OTHER, .niceness = niceness, .slice_nanoseconds = 100 * 1000 * 1000};
    // "Process 0" is the calling thread in both calls.
    if (syscall(SYS_sched_setattr, 0, &longest_slice, 0) != 0) setpriority(PRIO_PROCESS, 0, niceness);
}
