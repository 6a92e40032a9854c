import type pg from 'pg';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of this process's own work, kept in memory. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts a request that begins. The returned function is to be called with route and status when the request ends. */
  request(method: string): (route: string, status: number) => void;
  appended(events: number): void;
  conflict(): void;
  /** Exports the counts of a connection pool. `pool` is called at each scrape, since a pool may be replaced. */
  watchPool(name: string, pool: () => Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): void;
}

/** Buckets of request durations in seconds, from a cached read to a synchronous export. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Creates the metrics of one portal, in a registry of its own, so that several portals can run in one process as in tests. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const appends = new Counter({ name: 'strato_appends_total', help: 'Appends to the event log that this process made', registers });
  const events = new Counter({ name: 'strato_appended_events_total', help: 'Events that this process appended to the log', registers });
  const conflicts = new Counter({
    name: 'strato_append_conflicts_total',
    help: 'Appends that found a newer version of their stream; the command is decided again',
    registers,
  });
  return {
    registry,
    request: requests(registry),
    appended(count) {
      appends.inc();
      events.inc(count);
    },
    conflict: () => conflicts.inc(),
    watchPool: poolWatch(registry),
  };
}

function requests(registry: Registry): Metrics['request'] {
  const registers = [registry];
  const total = new Counter({
    name: 'strato_http_requests_total',
    help: 'Requests that ended, by method, route as the code writes it, and status (499: the client left before the answer)',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'strato_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  });
  const underWay = new Gauge({ name: 'strato_http_requests_in_progress', help: 'Requests that are being answered', registers });
  // prom-client looks series up by their labels at each call, so found series are cached
  const counters = new Map<string, ReturnType<typeof total.labels>>();
  const timers = new Map<string, ReturnType<typeof duration.labels>>();
  return (sent) => {
    const method = METHODS.has(sent) ? sent : 'other';
    const start = performance.now();
    underWay.inc();
    return (route, status) => {
      underWay.dec();
      const call = `${method} ${route}`;
      const answer = `${call} ${status}`;
      let counter = counters.get(answer);
      if (!counter) counters.set(answer, (counter = total.labels(method, route, String(status))));
      counter.inc();
      let timer = timers.get(call);
      if (!timer) timers.set(call, (timer = duration.labels(method, route)));
      timer.observe((performance.now() - start) / 1000);
    };
  };
}

function poolWatch(registry: Registry): Metrics['watchPool'] {
  const pools = new Map<string, Parameters<Metrics['watchPool']>[1]>();
  const help = 'Connections to PostgreSQL by pool: in_use, idle, and callers that wait for one';
  new Gauge({
    name: 'strato_database_pool_connections',
    help,
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, current] of pools) {
        const { totalCount, idleCount, waitingCount } = current();
        this.set({ pool, state: 'in_use' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  return (name, pool) => void pools.set(name, pool);
}
