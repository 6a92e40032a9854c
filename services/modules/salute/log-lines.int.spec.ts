import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EVERYTHING, GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { MAIL_EVENTS } from '#contracts/jobs/mail.events.ts';
import { mailFolder } from '#services/platform/files/results.ts';
import { withCorrelation } from '#services/platform/start/correlation.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';

const PASSPHRASE = 'frase-che-nessuno-deve-leggere';
const [PASSWORD, OTHER] = ['password-di-prova-segretissima', 'un-altra-parola-da-non-dire'];
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

interface Line {
  level: number;
  msg: string;
  correlationId?: string;
  correlationIds?: string[];
  [field: string]: unknown;
}

describe('Le righe dei log', { timeout: 60_000 }, () => {
  let portale: TestPortal;
  let admin: Person;
  let workers: { stop(): Promise<void> };
  const rows: string[] = [];
  const lines = (): Line[] => rows.map((row) => JSON.parse(row) as Line);
  const of = (id: string): Line[] =>
    lines().filter(({ correlationId, correlationIds }) => correlationId === id || correlationIds?.includes(id));
  const named = (id: string, msg: string) => of(id).filter((line) => line.msg === msg);

  beforeAll(async () => {
    portale = await startTestPortal({
      jobs: realQueue,
      log: (row) => void rows.push(row),
      env: { PASSPHRASE, SEGRETO: 'segreto-che-non-si-dice-a-nessuno-mai-e-poi-mai' },
    });
    admin = await portale.person({
      memberID: 'amministra',
      groupID: GRUPPO_AMMINISTRATORI,
      permessi: { macchinari: EVERYTHING, manutenzioni: EVERYTHING, admin_page: EVERYTHING },
    });
    await portale.command({ register: 'users', action: 'change', key: 'amministra', values: { email: 'amministra@example.it' } });
    const { deps, modules } = portale;
    workers = await workersOf(portale, {
      log: deps.log,
      within: withCorrelation,
      reactions: { store: deps.store, reactors: modules.flatMap(({ reactors = [] }) => reactors) },
    });
    expect((await portale.call('POST', '/api/macchinari', { as: admin, body: { macchinario: { matricola: 'L1' } } })).status).toBe(201);
  }, 60_000);
  afterAll(async () => {
    await workers?.stop();
    await portale?.stop();
  });

  /** Returns the types of the events with this correlation id, in the order of the log. */
  async function recorded(id: string): Promise<string[]> {
    const { store } = portale.deps;
    const head = (await store.head()) ?? '';
    const types: string[] = [];
    for await (const batch of store.readAll(null, AbortSignal.timeout(20_000))) {
      types.push(...batch.filter(({ metadata }) => metadata.correlationId === id).map(({ type }) => type));
      if ((batch.at(-1)?.position ?? '') >= head) break;
    }
    return types;
  }

  it('un solo id porta dalla pressione del tasto alla mail: richiesta, evento, lotto, lavoro', async () => {
    const id = 'giro-del-guasto';
    const report = { matricola: 'L1', testo: 'Perde olio', ferma: 1 };
    const answer = await portale.call('POST', '/api/guasti', { as: admin, body: { guasto: report }, headers: { 'x-request-id': id } });
    expect([answer.status, answer.headers.get('x-request-id'), answer.headers.get('x-correlation-id')]).toEqual([201, id, id]);
    await vi.waitFor(() => expect(named(id, 'job done')).toHaveLength(1), { timeout: 20_000, interval: 50 });
    expect(named(id, 'request')).toMatchObject([{ level: 30, method: 'POST', route: '/api/guasti', status: 201, ms: expect.any(Number) }]);
    expect(named(id, 'batch applied').length).toBeGreaterThan(0);
    expect(named(id, 'job done')).toMatchObject([{ kind: 'mail-guasto', failed: false, job: expect.any(String) }]);
    const types = await recorded(id);
    expect(types[0]).toMatch(/^Guasto/);
    expect(types.some((type) => type.startsWith('Manutenzione'))).toBe(true);
    expect(types).toContain(MAIL_EVENTS.riuscito);
    expect(await readdir(mailFolder(portale.deps.config))).toHaveLength(1);
    expect(of(id).every((line) => line.correlationId === id || line.msg === 'batch applied')).toBe(true);
  });

  it('una lettura si dice solo a chi chiede tutto, una scrittura rifiutata sempre', async () => {
    await portale.call('GET', '/api/macchinari', { as: admin, headers: { 'x-correlation-id': 'giro-letto' } });
    expect(named('giro-letto', 'request')).toMatchObject([{ level: 20, status: 200 }]);
    await portale.call('POST', '/api/macchinari', { body: {}, headers: { 'x-correlation-id': 'giro-rifiutato' } });
    expect(named('giro-rifiutato', 'request')).toMatchObject([{ level: 30, status: 401 }]);
  });

  it('un guasto del portale dice a chi lo vede con che id lo si trova, e le righe di chi lavora per lui lo portano', async () => {
    const headers = { 'x-correlation-id': 'giro-guasto' };
    const broken = vi.spyOn(portale.deps.jobs, 'list').mockImplementation(async () => {
      portale.deps.log.warn('said by somebody who was not told whose it is');
      throw new TypeError('di chi lo dice');
    });
    const answer = await portale.call('GET', '/api/processi', { as: admin, headers });
    broken.mockRestore();
    expect(answer).toMatchObject({ status: 500, body: { riferimento: 'giro-guasto' } });
    expect(named('giro-guasto', 'request failed')).toMatchObject([{ level: 50, code: 'ERRORE_INTERNO', error: { name: 'TypeError' } }]);
    expect(named('giro-guasto', 'said by somebody who was not told whose it is')).toHaveLength(1);
    expect(answer.text).not.toContain('di chi lo dice');
    expect((await portale.call('GET', '/api/che-non-c-e', { as: admin, headers })).body.riferimento).toBeUndefined();
  });

  it('nessuna dice una password, un gettone, una chiave o la frase dei salvataggi', async () => {
    const user = { memberID: 'prova.log', passMD5: md5(PASSWORD), groupID: GRUPPO_AMMINISTRATORI, email: 'nessuno.lo.dica@example.it' };
    expect((await portale.call('POST', '/api/users', { as: admin, body: { user } })).status).toBe(201);
    const login = (password: string) => portale.call('POST', '/api/login', { body: { username: 'prova.log', password } });
    const { status, body } = await login(md5(PASSWORD));
    expect(status).toBe(200);
    expect([(await login(md5(OTHER))).status, (await login(OTHER)).status]).toEqual([401, 401]);
    const { token, browser } = body.utente;
    const change = { memberID: 'prova.log', passMD5: md5(OTHER), passMD5Attuale: md5(PASSWORD) };
    await portale.call('PUT', '/api/users', { token, body: { user: change } });
    await portale.call('GET', `/api/macchinari?token=${String(token)}&password=${PASSWORD}`, { token });
    await portale.call('POST', '/api/macchinari', { token, body: `{"macchinario": {"matricola": "${PASSWORD}"` });
    await portale.call('GET', '/api/processi', { token: `${String(token).slice(0, 42)}x` });
    const all = rows.join('\n');
    expect(all).toContain('/api/login');
    const { SEGRETO, DATABASE_URL = '' } = portale.deps.config;
    const secrets = [PASSWORD, OTHER, md5(PASSWORD), md5(OTHER), token, browser, admin.token, PASSPHRASE, SEGRETO, DATABASE_URL];
    for (const secret of secrets) {
      expect(typeof secret === 'string' && secret.length > 10).toBe(true);
      expect(all.includes(String(secret)), `the lines hold ${String(secret)}`).toBe(false);
    }
    for (const personal of ['prova.log', 'nessuno.lo.dica', 'amministra@example.it', 'Perde olio'])
      expect(all.includes(personal), `the lines hold ${personal}`).toBe(false);
    const folder = mailFolder(portale.deps.config);
    const mails = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    expect(mails.some((mail) => mail.includes('amministra@example.it'))).toBe(true);
  });
});
