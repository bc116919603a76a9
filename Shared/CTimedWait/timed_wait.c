// Takes the place of the C library's function in every program that this is linked into, also for the libraries that the program
// loads. Of these only librdkafka uses it. 2.0.2 waits for the next of its timers in whole milliseconds, rounded down, and then looks
// again and again until the timer is due: a third of a millisecond of processor each second, for each client that has nothing to do.
// A wait that ends a millisecond later finds the timer due. Records wait for no timer: what arrives wakes the threads at once.
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

#define LATER_NANOSECONDS 1000000L
#define NANOSECONDS_PER_SECOND 1000000000L

// The C library's own condition variables and locks of <threads.h> are those of <pthread.h>.
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "a condition variable of another C library");
_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "a lock of another C library");

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict lock, const struct timespec *restrict until) {
    struct timespec later = *until;
    later.tv_nsec += LATER_NANOSECONDS;
    if (later.tv_nsec >= NANOSECONDS_PER_SECOND) {
        later.tv_nsec -= NANOSECONDS_PER_SECOND;
        later.tv_sec += 1;
    }
    switch (pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)lock, &later)) {
    case 0: return thrd_success;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
    }
}
