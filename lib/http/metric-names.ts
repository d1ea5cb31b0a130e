/** Lists every metric of this process: its kind, its labels, its unit, and its meaning in a sentence. */

type Definition = { kind: 'counter' | 'histogram' | 'gauge'; help: string; labels: readonly string[] };

/**
 * Names follow Prometheus: the unit at the end (base units: seconds, bytes), `_total` for counters. A label may have
 * few values only: path patterns or provider ids, never an address, a hash or a quote.
 * Source: https://prometheus.io/docs/practices/naming/
 */
export const METRICS = {
  portage_requests_total: {
    kind: 'counter',
    help: 'Requests answered, by route pattern, method, status and kind of caller.',
    labels: ['route', 'method', 'status', 'caller'],
  },
  portage_request_seconds: {
    kind: 'histogram',
    help: 'Time until the answer began, by route pattern.',
    labels: ['route'],
  },
  portage_limited_total: {
    kind: 'counter',
    help: 'Requests refused because a limit was reached, by route pattern and kind of caller.',
    labels: ['route', 'caller'],
  },
  portage_screenings_total: {
    kind: 'counter',
    help: 'Addresses looked at before anything payable was answered: allow, deny, away (no answer), cached (either, asked before).',
    labels: ['outcome'],
  },
  portage_maintenance: { kind: 'gauge', help: '1 under maintenance, while no swap may begin.', labels: [] },
  portage_shed_total: {
    kind: 'counter',
    help: 'Requests refused at once because they could not have been started in time.',
    labels: [],
  },
  portage_waiting_requests: { kind: 'gauge', help: 'Requests that wait for their turn to be started.', labels: [] },
  portage_provider_calls_total: {
    kind: 'counter',
    help: 'Calls of providers by what was asked (quote, track, tokens, pauses) and outcome (ok or an error code).',
    labels: ['provider', 'call', 'outcome'],
  },
  portage_provider_seconds: {
    kind: 'histogram',
    help: 'Time that a provider took to answer, by what was asked.',
    labels: ['provider', 'call'],
  },
  portage_provider_answering: {
    kind: 'gauge',
    help: '1 while a provider answers, 0 once two calls in a row stayed without an answer; absent before the first.',
    labels: ['provider'],
  },
  portage_witness_difference_seconds: {
    kind: 'gauge',
    help: 'For how long the nodes of two operators have named different vaults on any chain; 0 while they agree, absent where nobody confirms.',
    labels: ['provider'],
  },
  portage_upstream_requests_total: {
    kind: 'counter',
    help: 'HTTP requests to upstreams by status (0: none came).',
    labels: ['upstream', 'status'],
  },
  portage_snapshot_age_seconds: {
    kind: 'gauge',
    help: 'Time since an upstream last answered this question well: the age of what all requests share of it.',
    labels: ['upstream', 'path'],
  },
  portage_open_swaps: {
    kind: 'gauge',
    help: 'Swaps in the database that are not over, by status.',
    labels: ['status'],
  },
  portage_database_ping_seconds: { kind: 'gauge', help: 'Time that the database took to answer now.', labels: [] },
  portage_database_up: { kind: 'gauge', help: '1 while the database answers.', labels: [] },
  portage_database_connections: {
    kind: 'gauge',
    help: 'Connections to the database by state (total, idle, waiting); none for the embedded one.',
    labels: ['state'],
  },
  portage_database_faults_total: {
    kind: 'counter',
    help: 'Calls that the database could not do, by its code (53100: its disk is full).',
    labels: ['code'],
  },
  portage_disk_bytes: {
    kind: 'gauge',
    help: 'Room taken on the disk: tables and log of the database, and the sandbox.',
    labels: ['what'],
  },
  portage_disk_free_bytes: { kind: 'gauge', help: 'Room left on the disk of the data folder.', labels: [] },
  portage_event_streams: { kind: 'gauge', help: 'Event streams that are open now.', labels: [] },
  portage_event_loop_delay_seconds: {
    kind: 'gauge',
    help: 'Delay of the event loop since the last time that it was asked for.',
    labels: ['quantile'],
  },
  portage_spans_total: {
    kind: 'counter',
    help: 'Spans of OpenTelemetry by what became of them (sent, dropped).',
    labels: ['outcome'],
  },
  process_resident_memory_bytes: { kind: 'gauge', help: 'Resident memory of the process.', labels: [] },
  process_heap_bytes: { kind: 'gauge', help: 'Heap of the process that is in use.', labels: [] },
  process_cpu_seconds_total: { kind: 'counter', help: 'Processor time of the process.', labels: [] },
  process_start_time_seconds: { kind: 'gauge', help: 'When the process started, unix time.', labels: [] },
  portage_info: { kind: 'gauge', help: 'Always 1; what runs here.', labels: ['network', 'build'] },
} as const satisfies Record<string, Definition>;

export type MetricName = keyof typeof METRICS;
type OfKind<Kind> = { [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never }[MetricName];
export type CounterName = OfKind<'counter'>;
export type HistogramName = OfKind<'histogram'>;
/** Metrics that are read when scraped: gauges, and counters that something else counts. */
export type ReadName = OfKind<'gauge'> | OfKind<'counter'>;
/** Exactly the labels of the metric. */
export type LabelsOf<Name extends MetricName> = Record<(typeof METRICS)[Name]['labels'][number], string>;
