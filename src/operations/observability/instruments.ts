import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type CounterConfiguration,
  type GaugeConfiguration,
  type HistogramConfiguration,
  type Registry,
} from 'prom-client';
import { REASONS, type CountedEvent } from '../../base/telemetry/observer.js';

/** In seconds. The longest time of a request is 14 s. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DATABASE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 4, 10];
const BYTES = [256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 8_388_608];

/** Gauges of the library whose names break the rules of Prometheus: only counters end in `_total`. */
const MISNAMED = ['handles', 'requests', 'resources'].map((name) => `nodejs_active_${name}_total`);

export type Instruments = ReturnType<typeof createInstruments>;

/** All metrics of the service. docs/observing.md says what they mean. */
export function createInstruments(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(options: CounterConfiguration<Label>) =>
    new Counter<Label>({ ...options, registers });
  const gauge = <Label extends string>(options: GaugeConfiguration<Label>) =>
    new Gauge<Label>({ ...options, registers });
  const histogram = <Label extends string>(options: HistogramConfiguration<Label>) =>
    new Histogram<Label>({ ...options, registers });
  /** Starts at 0: Prometheus cannot see that a counter rose if its first value is not. */
  const reasons = (event: CountedEvent, name: string, help: string) => {
    const counts = counter({ name, help, labelNames: ['reason'] });
    for (const reason of REASONS[event]) counts.inc({ reason }, 0);
    return counts;
  };

  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);

  return {
    requests: counter({
      name: 'forgenote_http_requests_total',
      help: 'Responses by route, status and the kind of database work.',
      labelNames: ['method', 'route', 'status', 'work'],
    }),
    duration: histogram({
      name: 'forgenote_http_request_duration_seconds',
      help: 'Time from the headers of a request to the end of its response.',
      labelNames: ['method', 'route'],
      buckets: REQUEST_SECONDS,
    }),
    requestSize: histogram({
      name: 'forgenote_http_request_size_bytes',
      help: 'Size of request bodies whose length the client declares.',
      buckets: BYTES,
    }),
    responseSize: histogram({
      name: 'forgenote_http_response_size_bytes',
      help: 'Size of response bodies that are sent as a whole.',
      buckets: BYTES,
    }),
    database: histogram({
      name: 'forgenote_database_work_duration_seconds',
      help: 'Time of work of the database by its kind. Kinds overlap: a unit contains begin, lock, statement and commit.',
      labelNames: ['kind'],
      buckets: DATABASE_SECONDS,
    }),
    events: {
      repetition: reasons(
        'repetition',
        'forgenote_database_repetitions_total',
        'Units of work and statements that ran again.',
      ),
      unknown_outcome: reasons(
        'unknown_outcome',
        'forgenote_database_unknown_outcomes_total',
        'Writes whose COMMIT, or only statement, got no response.',
      ),
      shedding: reasons(
        'shedding',
        'forgenote_http_shed_requests_total',
        'Requests that got 503 because the service was too busy.',
      ),
      limit: reasons(
        'limit',
        'forgenote_rate_limit_hits_total',
        'Requests that a rate limit rejected.',
      ),
      rejection: reasons(
        'rejection',
        'forgenote_http_rejected_requests_total',
        'Requests that the HTTP parser or the router rejects. They are no part of forgenote_http_requests_total.',
      ),
    } satisfies Record<CountedEvent, Counter<'reason'>>,
    connections: gauge({
      name: 'forgenote_database_connections',
      help: 'Database connections by pool and state.',
      labelNames: ['pool', 'state'],
    }),
    connectionLimit: gauge({
      name: 'forgenote_database_connections_limit',
      help: 'The most database connections that a pool opens.',
      labelNames: ['pool'],
    }),
    waiting: gauge({
      name: 'forgenote_database_connection_waiters',
      help: 'Requests that wait for a database connection.',
      labelNames: ['pool'],
    }),
    ready: gauge({
      name: 'forgenote_ready',
      help: '1 if the service accepts requests and the database responds, else 0.',
    }),
    deletions: gauge({
      name: 'forgenote_deletions_in_progress',
      help: 'Deletions whose rows are not all deleted yet.',
    }),
  };
}
