import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EVERYTHING, GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { createApp } from '#services/platform/http/app.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { startReading } from '#services/portal.ts';
import { createShutdown, type Shutdown } from '#services/platform/start/shutdown.ts';
import { readExposition, valueOf, type Family } from '../../../test/exposition.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { saluteModule } from './module.ts';

describe('Le misure del portale', { timeout: 60_000 }, () => {
  let portale: TestPortal;
  let anna: Person;
  const servers: Server[] = [];
  let shutdown: Shutdown;
  beforeAll(async () => {
    portale = await startTestPortal();
    shutdown = createShutdown(portale.deps.log);
    anna = await portale.person({ permessi: { accise: EVERYTHING, macchinari: EVERYTHING } });
  }, 60_000);
  afterAll(async () => {
    for (const server of servers) server.close();
    await shutdown?.closeAll();
    await portale?.stop();
  });

  async function scrape(base = portale.base): Promise<Map<string, Family>> {
    const answer = await fetch(`${base}/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return readExposition(await answer.text());
  }
  const write = () => portale.call('POST', '/api/accise', { as: anna, body: { accise: {} } });

  /** Starts another HTTP server of the portal with some dependencies replaced; returns its port. */
  async function door(parts: Partial<Dependencies>, host = '127.0.0.1', limitMs?: number): Promise<number> {
    const deps = { ...portale.deps, ...parts };
    const server = createServer(createApp(deps, [saluteModule(deps, limitMs)]));
    servers.push(server);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
    return (server.address() as AddressInfo).port;
  }

  it('hanno ognuna il suo aiuto e il suo tipo, nessuna serie due volte, e quelle di Node accanto', async () => {
    await portale.call('GET', '/api/salute');
    const families = await scrape();
    for (const name of [
      'strato_up',
      'strato_http_requests_total',
      'strato_http_request_duration_seconds',
      'strato_http_requests_in_progress',
      'strato_appends_total',
      'strato_projection_lag_seconds',
      'strato_jobs',
      'strato_database_pool_connections',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(families.has(name), name).toBe(true);
    expect(valueOf(families, 'strato_up', { part: 'database' })).toBe(1);
    expect(valueOf(families, 'strato_up', { part: 'event_log' })).toBe(1);
    expect(valueOf(families, 'strato_http_requests_in_progress')).toBe(1);
    expect(valueOf(families, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(families.has('strato_backup_overdue')).toBe(false);
  });

  it('una richiesta le muove: rotta com’è scritta, esito e tempo', async () => {
    const call = { method: 'POST', route: '/api/accise' };
    const before = await scrape();
    expect((await write()).status).toBe(201);
    expect((await portale.call('POST', '/api/accise', { body: { accise: {} } })).status).toBe(401);
    const after = await scrape();
    const grown = (name: string, labels: Record<string, string> = {}): number =>
      (valueOf(after, name, labels) ?? 0) - (valueOf(before, name, labels) ?? 0);
    expect(grown('strato_http_requests_total', { ...call, status: '201' })).toBe(1);
    expect(grown('strato_http_requests_total', { ...call, status: '401' })).toBe(1);
    expect(grown('strato_http_request_duration_seconds_count', call)).toBe(2);
    expect(grown('strato_http_request_duration_seconds_bucket', { ...call, le: '+Inf' })).toBe(2);
    expect(grown('strato_http_request_duration_seconds_sum', call)).toBeGreaterThan(0);
    expect(grown('strato_appends_total')).toBe(1);
    expect(grown('strato_appended_events_total')).toBe(1);
    const { store } = portale.deps;
    // positions of EventStoreDB are not numbers
    expect(valueOf(after, 'strato_event_log_position')).toBe(store.name === 'postgres' ? Number(await store.head()) : undefined);
  });

  it('nessun indirizzo inventato vi aggiunge una serie', async () => {
    const shown = async () => [...((await scrape()).get('strato_http_requests_total')?.series.keys() ?? [])];
    await portale.call('GET', '/api/che-non-c-e?x=0');
    await portale.call('GET', '/api/storico/0', { as: anna });
    const before = await shown();
    for (let n = 1; n < 5; n += 1) {
      await portale.call('GET', `/api/che-non-c-e-${n}?x=${n}`);
      await portale.call('GET', `/segreto-${n}`, { as: anna });
      await fetch(`${portale.base}/api/che-non-c-e`, { method: 'PROPFIND' });
    }
    const after = await shown();
    expect(after.join('\n')).not.toMatch(/che-non-c-e|segreto|PROPFIND/);
    expect(after.filter((one) => !before.includes(one))).toEqual(['strato_http_requests_total{method="other",route="other",status="404"}']);
  });

  it('una versione che un altro ha scritto intanto si conta', async () => {
    const { store } = portale.deps;
    const before = valueOf(await scrape(), 'strato_append_conflicts_total') ?? 0;
    const [event] = await firstOf(store);
    await expect(
      store.append(event!.stream, [{ ...event!, metadata: { ...event!.metadata, eventId: crypto.randomUUID() } }], 'none'),
    ).rejects.toThrow('expected version none');
    expect(valueOf(await scrape(), 'strato_append_conflicts_total')).toBe(before + 1);
  });

  it('con le proiezioni ferme il ritardo cresce, in eventi e in secondi, e torna a zero', async () => {
    const lag = async (unit: 'events' | 'seconds') => valueOf(await scrape(), `strato_projection_lag_${unit}`, { projection: 'accise' });
    await vi.waitFor(async () => expect(await lag('events')).toBe(0), { timeout: 10_000 });
    expect(await lag('seconds')).toBe(0);
    await portale.runner.stop();
    const answers = [write(), write()];
    await vi.waitFor(async () => expect(await lag('events')).toBe(2), { timeout: 10_000 });
    const first = (await lag('seconds'))!;
    await pause(300);
    const second = (await lag('seconds'))!;
    expect(second - first).toBeGreaterThanOrEqual(0.3);
    expect(second).toBeLessThan(30);
    await startReading(portale.deps, portale.url, shutdown);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201]);
    await vi.waitFor(async () => expect([await lag('events'), await lag('seconds')]).toEqual([0, 0]), { timeout: 10_000 });
    await sql`update proiezioni set stato = 'ferma' where nome = 'accise'`.execute(portale.deps.readDb);
    const families = await scrape();
    expect(valueOf(families, 'strato_projection_stopped', { projection: 'accise' })).toBe(1);
    expect(valueOf(families, 'strato_projection_stopped', { projection: 'macchinari' })).toBe(0);
    await sql`update proiezioni set stato = 'attiva' where nome = 'accise'`.execute(portale.deps.readDb);
  });

  it('senza il database dicono quelle del processo, e che manca; in tempo anche se tace', async () => {
    const away = () => Promise.reject(new StoreUnavailable('away'));
    const silent = () => new Promise<never>(() => {});
    for (const gone of [away, silent]) {
      const port = await door(
        {
          store: { ...portale.deps.store, head: gone, countAfter: gone },
          jobs: { ...portale.deps.jobs, counts: gone, ofKind: gone },
        },
        '127.0.0.1',
        50,
      );
      const start = performance.now();
      const families = await scrape(`http://127.0.0.1:${port}`);
      expect(performance.now() - start).toBeLessThan(1500);
      expect(valueOf(families, 'strato_up', { part: 'database' })).toBe(0);
      expect(valueOf(families, 'strato_up', { part: 'event_log' })).toBe(0);
      expect(families.has('strato_jobs')).toBe(false);
      expect(families.has('strato_projection_lag_events')).toBe(false);
      expect(valueOf(families, 'process_resident_memory_bytes')).toBeGreaterThan(0);
      expect(families.has('strato_http_requests_total')).toBe(true);
    }
  });

  it('un database che tace si interroga una volta sola, quante che siano le richieste', async () => {
    let asked = 0;
    const silent = () => (asked++, new Promise<never>(() => {}));
    const port = await door({ store: { ...portale.deps.store, head: silent } }, '127.0.0.1', 20);
    for (let n = 0; n < 3; n += 1) await Promise.all([scrape(`http://127.0.0.1:${port}`), scrape(`http://127.0.0.1:${port}`)]);
    expect(asked).toBe(1);
  });

  it('da un’altra macchina, o passando da un proxy, le ha chi ha una sessione del gruppo 2', async () => {
    const admin = await portale.person({ groupID: GRUPPO_AMMINISTRATORI });
    const nine = await portale.person({ groupID: 9, permessi: { macchinari: EVERYTHING } });
    const late = await portale.person({ groupID: GRUPPO_AMMINISTRATORI });
    await sql`update public.sessioni set scade = now() - interval '1 second' where member_id = ${late.memberID}`.execute(
      portale.deps.writeDb,
    );
    const through = async (forwarded: string, as?: Person, more: Record<string, string> = {}) =>
      (await portale.call('GET', '/metrics', { ...(as ? { as } : {}), headers: { 'x-forwarded-for': forwarded, ...more } })).status;
    for (const forwarded of ['203.0.113.5', '127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.1, 203.0.113.5', 'localhost', '']) {
      expect([forwarded, await through(forwarded)]).toEqual([forwarded, 401]);
    }
    expect(await through('203.0.113.5', anna)).toBe(403);
    expect(await through('203.0.113.5', nine)).toBe(403);
    expect(await through('203.0.113.5', late)).toBe(401);
    expect(await through('203.0.113.5', { ...admin, token: 'x'.repeat(43) })).toBe(401);
    expect(await through('203.0.113.5', admin)).toBe(200);
    expect((await portale.call('GET', '/metrics', { headers: { forwarded: 'for=127.0.0.1' } })).status).toBe(401);
    expect((await portale.call('GET', '/metrics', { as: nine })).status).toBe(200);
    expect((await portale.call('POST', '/metrics', { as: admin, body: {} })).status).toBe(404);
  });

  it('anche per IPv6, e per IPv4 scritto dentro IPv6, la macchina stessa è la macchina stessa', async () => {
    const port = await door({}, '::');
    await scrape(`http://[::1]:${port}`);
    await scrape(`http://127.0.0.1:${port}`);
    expect((await fetch(`http://[::1]:${port}/metrics`, { headers: { 'x-forwarded-for': '::1' } })).status).toBe(401);
  });
});

async function firstOf(store: Dependencies['store']) {
  const enough = new AbortController();
  for await (const events of store.readAll(null, enough.signal)) {
    enough.abort();
    return events;
  }
  return [];
}
