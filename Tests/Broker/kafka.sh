#!/usr/bin/env bash
# Runs Apache Kafka clusters on loopback, for the suites that run on any broker. This repository contains no Kafka:
# BROKER_HOME names a folder of Apache Kafka 3.5 or later with jars in libs/ or lib/. Needs java and openssl.
#
#   BROKER_HOME=/opt/kafka Tests/Broker/kafka.sh one      an empty broker
#   BROKER_HOME=/opt/kafka Tests/Broker/kafka.sh three    three empty brokers
#   BROKER_HOME=/opt/kafka Tests/Broker/kafka.sh secure   SASL_SSL (SCRAM-SHA-512), only the rights in README.md
#   Tests/Broker/kafka.sh stop                           stops what it started and removes its data
#
# Prints the settings for the suites, one VARIABLE=value per line, and writes them to $BROKER_DIR/env.
# BROKER_DIR: /tmp/souk-test-brokers. BROKER_PORT: 29200.
set -euo pipefail
DIR=${BROKER_DIR:-/tmp/souk-test-brokers}
PORT=${BROKER_PORT:-29200}
WORD=$(basename "$0")
PREFIX=souktest.
PASSWORD=only-for-tests

fail() { echo "$WORD: $*" >&2; exit 1; }

stop() {
  for file in "$DIR"/*/pid; do
    [ -f "$file" ] || continue
    # Another process may have reused the pid; kill only ours.
    pid=$(cat "$file")
    if tr '\0' '\n' <"/proc/$pid/cmdline" 2>/dev/null | grep -qxF "${file%/pid}/server.properties"; then
      kill -KILL "$pid" 2>/dev/null || true
      while [ -d "/proc/$pid" ]; do sleep 0.1; done
    fi
  done
  rm -rf "$DIR"
}

java_tool() {
  java -Xmx256m -cp "$JARS" "-Dlog4j2.configurationFile=$DIR/log4j2.properties" "-Dlog4j.configuration=file:$DIR/log4j.properties" "$@"
}

# node N BROKERS: writes the settings of broker N.
node() {
  local n=$1 count=$2 dir="$DIR/$1" voters="" i
  mkdir -p "$dir"
  for ((i = 1; i <= count; i++)); do voters+="${voters:+,}$i@127.0.0.1:$((PORT + 10 + i))"; done
  local copies=$((count < 3 ? count : 3))
  cat >"$dir/server.properties" <<P
process.roles=broker,controller
node.id=$n
controller.quorum.voters=$voters
listeners=$PROTOCOL://127.0.0.1:$((PORT + n)),CONTROLLER://127.0.0.1:$((PORT + 10 + n))
advertised.listeners=$PROTOCOL://127.0.0.1:$((PORT + n))
inter.broker.listener.name=$PROTOCOL
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL
log.dirs=$dir/data
num.partitions=1
offsets.topic.replication.factor=$copies
transaction.state.log.replication.factor=$copies
transaction.state.log.min.isr=$((copies > 1 ? copies - 1 : 1))
P
}

secure_node() {
  local dir="$DIR/1"
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=Souk test authority" -keyout "$DIR/ca.key" -out "$DIR/ca.pem" 2>/dev/null
  openssl req -newkey rsa:2048 -nodes -subj "/CN=127.0.0.1" -keyout "$DIR/server.key" -out "$DIR/server.csr" 2>/dev/null
  openssl x509 -req -in "$DIR/server.csr" -CA "$DIR/ca.pem" -CAkey "$DIR/ca.key" -CAcreateserial -days 2 \
    -extfile <(echo "subjectAltName=IP:127.0.0.1,DNS:localhost") -out "$DIR/server.pem" 2>/dev/null
  cat "$DIR/server.key" "$DIR/server.pem" "$DIR/ca.pem" >"$DIR/keystore.pem"
  local login="org.apache.kafka.common.security.scram.ScramLoginModule required username=\"admin\" password=\"$PASSWORD\";"
  cat >>"$dir/server.properties" <<P
auto.create.topics.enable=false
ssl.keystore.type=PEM
ssl.keystore.location=$DIR/keystore.pem
ssl.truststore.type=PEM
ssl.truststore.location=$DIR/ca.pem
sasl.enabled.mechanisms=SCRAM-SHA-512
sasl.mechanism.inter.broker.protocol=SCRAM-SHA-512
listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=$login
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
allow.everyone.if.no.acl.found=false
super.users=User:admin;User:ANONYMOUS
P
  cat >"$DIR/admin.properties" <<P
security.protocol=SASL_SSL
ssl.truststore.type=PEM
ssl.truststore.location=$DIR/ca.pem
sasl.mechanism=SCRAM-SHA-512
sasl.jaas.config=$login
P
  SCRAM=(--add-scram "SCRAM-SHA-512=[name=admin,password=$PASSWORD]" --add-scram "SCRAM-SHA-512=[name=souk,password=$PASSWORD]")
}

start() {
  local count=$1 id n
  id=$(head -c16 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=' | sed 's/^-/A/')
  for ((n = 1; n <= count; n++)); do
    (exec 3<>"/dev/tcp/127.0.0.1/$((PORT + n))") 2>/dev/null && fail "port $((PORT + n)) is taken; set BROKER_PORT"
    java_tool kafka.tools.StorageTool format -t "$id" -c "$DIR/$n/server.properties" ${SCRAM[@]+"${SCRAM[@]}"} >"$DIR/$n/format.log" 2>&1 ||
      { tail -20 "$DIR/$n/format.log" >&2; fail "the data folder could not be formatted"; }
    setsid nohup java -Xmx700m -server "-Dlog4j2.configurationFile=$DIR/log4j2.properties" \
      "-Dlog4j.configuration=file:$DIR/log4j.properties" \
      -cp "$JARS" kafka.Kafka "$DIR/$n/server.properties" >"$DIR/$n/server.log" 2>&1 </dev/null &
    echo $! >"$DIR/$n/pid"
  done
  for ((n = 1; n <= count; n++)); do
    for ((i = 0; i < 1200; i++)); do
      (exec 3<>"/dev/tcp/127.0.0.1/$((PORT + n))") 2>/dev/null && continue 2
      [ -d "/proc/$(cat "$DIR/$n/pid")" ] || { tail -20 "$DIR/$n/server.log" >&2; fail "broker $n did not start"; }
      sleep 0.1
    done
    fail "broker $n does not listen after two minutes"
  done
}

# Grants the rights in Tests/Broker/README.md to the user that Souk runs as.
grant() {
  local admin=(kafka.admin.AclCommand --bootstrap-server "127.0.0.1:$((PORT + 1))" --command-config "$DIR/admin.properties" --add
    --allow-principal User:souk --resource-pattern-type prefixed)
  for ((i = 0; i < 20; i++)); do
    java_tool "${admin[@]}" --topic "$PREFIX" --operation Create --operation Describe --operation Read --operation Write \
      --operation Delete >"$DIR/acl.log" 2>&1 && break
    [ "$i" -lt 19 ] || { tail -20 "$DIR/acl.log" >&2; fail "rights could not be given"; }
    sleep 1
  done
  java_tool "${admin[@]}" --group "$PREFIX" --operation Read --operation Describe >>"$DIR/acl.log" 2>&1 ||
    { tail -20 "$DIR/acl.log" >&2; fail "rights could not be given"; }
}

case ${1:-} in
one | three | secure)
  [ -n "${BROKER_HOME:-}" ] || fail "set BROKER_HOME to a folder of Apache Kafka"
  JARS=
  for folder in libs lib; do [ -d "$BROKER_HOME/$folder" ] && JARS="$BROKER_HOME/$folder/*"; done
  [ -n "$JARS" ] || fail "BROKER_HOME=$BROKER_HOME has neither libs/ nor lib/"
  stop
  mkdir -p "$DIR"
  printf '%s\n' rootLogger.level=warn rootLogger.appenderRef.out.ref=out appender.out.type=Console appender.out.name=out \
    appender.out.layout.type=PatternLayout >"$DIR/log4j2.properties"
  printf '%s\n' log4j.rootLogger=WARN,out log4j.appender.out=org.apache.log4j.ConsoleAppender \
    log4j.appender.out.layout=org.apache.log4j.SimpleLayout >"$DIR/log4j.properties"
  PROTOCOL=PLAINTEXT
  SCRAM=()
  case $1 in
  one) count=1 ;;
  three) count=3 ;;
  secure) count=1 PROTOCOL=SASL_SSL ;;
  esac
  for ((n = 1; n <= count; n++)); do node "$n" "$count"; done
  [ "$1" != secure ] || secure_node
  start "$count"
  {
    servers=
    for ((n = 1; n <= count; n++)); do servers+="${servers:+,}127.0.0.1:$((PORT + n))"; done
    echo "KAFKA_BOOTSTRAP_SERVERS=$servers"
    if [ "$1" != secure ]; then echo "SOUK_TEST_BROKER_PIDS=$(cat "$DIR"/[1-3]/pid | paste -sd,)"; fi
    if [ "$1" = secure ]; then
      echo "SOUK_TOPIC_PREFIX=$PREFIX"
      echo "KAFKA_SECURITY_PROTOCOL=SASL_SSL"
      echo "KAFKA_SASL_MECHANISM=SCRAM-SHA-512"
      echo "KAFKA_SASL_USERNAME=souk"
      echo "KAFKA_SASL_PASSWORD=$PASSWORD"
      echo "KAFKA_SSL_CA_LOCATION=$DIR/ca.pem"
    fi
  } >"$DIR/env"
  [ "$1" != secure ] || grant
  cat "$DIR/env"
  ;;
stop) stop ;;
*) sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 1 ;;
esac
