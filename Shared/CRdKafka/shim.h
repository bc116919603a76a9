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

/// Lets the timed waits of this thread end so much later than asked for.
static inline void souk_set_timer_slack(unsigned long nanoseconds) {
    extern int prctl(int option, ...);
    const int set_timer_slack = 29;  // PR_SET_TIMERSLACK
    prctl(set_timer_slack, nanoseconds, 0UL, 0UL, 0UL);
}

static inline rd_kafka_resp_err_t souk_slacken_main_thread(rd_kafka_t *client, rd_kafka_thread_type_t type, const char *name, void *opaque) {
    (void)client, (void)name, (void)opaque;
    if (type == RD_KAFKA_THREAD_MAIN) souk_set_timer_slack(2000000UL);
    return RD_KAFKA_RESP_ERR_NO_ERROR;
}
static inline rd_kafka_resp_err_t souk_slacken_client(rd_kafka_t *client, const rd_kafka_conf_t *configuration, void *opaque, char *error,
                                               size_t error_bytes) {
    (void)configuration, (void)error, (void)error_bytes;
    return rd_kafka_interceptor_add_on_thread_start(client, "slack", souk_slacken_main_thread, opaque);
}

/// Lets the timers of clients that are made with this configuration be up to 2 ms late.
///
/// librdkafka 2.0.2 waits for the next of them in whole milliseconds, rounded down, and then looks again and again until
/// it is due (`rd_kafka_timers_run`, `rd_kafka_q_serve`): half a millisecond of processor a second for each client that
/// has nothing to do. A thread whose wait ends late finds its timer due. No record waits for the main thread.
static inline rd_kafka_resp_err_t souk_slacken_timers(rd_kafka_conf_t *configuration) {
    return rd_kafka_conf_interceptor_add_on_new(configuration, "slack", souk_slacken_client, NULL);
}
