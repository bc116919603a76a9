#pragma once
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

/// Swift cannot call variadic C: this is `rd_kafka_producev` with a fixed list of fields.
/// Key and value are copied; NULL means null. On success `headers` belongs to the library, on failure still to the caller.
static inline rd_kafka_resp_err_t souk_rdkafka_produce(rd_kafka_t *client, const char *topic, int32_t partition,
                                                       const void *key, size_t key_bytes,
                                                       void *value, size_t value_bytes,
                                                       rd_kafka_headers_t *headers, void *opaque) {
    if (headers)
        return rd_kafka_producev(client, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(partition),
                                 RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_KEY(key, key_bytes),
                                 RD_KAFKA_V_VALUE(value, value_bytes), RD_KAFKA_V_HEADERS(headers),
                                 RD_KAFKA_V_OPAQUE(opaque), RD_KAFKA_V_END);
    return rd_kafka_producev(client, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(partition),
                             RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_KEY(key, key_bytes),
                             RD_KAFKA_V_VALUE(value, value_bytes), RD_KAFKA_V_OPAQUE(opaque), RD_KAFKA_V_END);
}

/// Sets the name that `top -H` and `perf` show, at most 15 bytes. glibc declares the function only for GNU sources, which
/// Swift's importer doesn't request.
static inline void souk_name_this_thread(const char *name) {
    extern int prctl(int option, ...);
    const int set_name = 15;  // PR_SET_NAME
    prctl(set_name, name, 0UL, 0UL, 0UL);
}

/// How much later than asked for the timed waits of this thread, and of threads that it starts from now on, may end, in
/// nanoseconds. Returns what it was.
static inline long souk_set_timer_slack(long nanoseconds) {
    extern int prctl(int option, ...);
    const int set_timer_slack = 29, get_timer_slack = 30;  // PR_SET_TIMERSLACK, PR_GET_TIMERSLACK
    long before = prctl(get_timer_slack, 0UL, 0UL, 0UL, 0UL);
    prctl(set_timer_slack, (unsigned long)nanoseconds, 0UL, 0UL, 0UL);
    return before;
}
