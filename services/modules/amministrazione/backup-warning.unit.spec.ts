import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type DatabaseConnection } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { backupWarning } from '#contracts/jobs/backup-warning.ts';
import { nightlyBackup, restoreTest } from '#contracts/jobs/nightly-backup.ts';
import type { JobRequest, JobsOfKind, KeptJob } from '#contracts/ports/job-queue.ts';
import type { ReadDatabase } from '#projections/database.ts';
import type { BackupJobs } from '#services/platform/backups/jobs.ts';
import { savedAt } from '../../../test/saved-backups.ts';
import { nightlyBackups } from './backup-schedule.ts';
import { administrators, mailFailures } from './backup-warning.ts';
import { warningText } from './backup-warning-text.ts';
import { mailAbandonedJob } from './abandoned-job-mail.ts';

/** Returns a database that answers every query with the same rows. */
function answering(rows: object[]): Kysely<ReadDatabase> {
  const connection = { executeQuery: async () => ({ rows }) } as unknown as DatabaseConnection;
  const driver = Object.assign(new DummyDriver(), { acquireConnection: async () => connection });
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

const NOW = new Date('2026-01-15T08:00:00.000Z');
const none: BackupJobs = { last: null, lastGood: null, byHand: null, test: null, tested: null };

let people: object[];
let kept: KeptJob[];
let asked: JobRequest[];
let logged: [object, string][];
beforeEach(() => {
  people = [{ email: 'anna@x.it' }, { email: ' anna@x.it ' }, { email: ' ugo@x.it ' }];
  [kept, asked, logged] = [[], [], []];
});

const job = (over: Partial<KeptJob> = {}): KeptJob => ({
  id: 'notte-1',
  title: 'Salvataggio del 2026-01-15',
  status: 'done',
  message: null,
  utente: 'sistema',
  file: null,
  created: NOW,
  finished: NOW,
  data: { giorno: '2026-01-15' },
  outcome: savedAt('2026-01-15T01:00:00.000Z'),
  otherFiles: [],
  withdrawn: null,
  ...over,
});

const deps = () =>
  ({
    config: { MAIL_MITTENTE: 'portale@x.it', DITTA: 'Valborra & C.', PORTALE_URL: 'https://p.it/', BACKUP_DIR: '/b', BACKUP_ORA: '02:00' },
    clock: { now: () => NOW },
    readDb: answering(people),
    log: { error: (about: object, said: string) => logged.push([about, said]) },
    jobs: {
      enqueue: async (request: JobRequest) => {
        asked.push(request);
        return request.id;
      },
      find: async (id: string) => (id === 'noto' ? { title: 'Importazione x.csv' } : null),
      ofKind: async ({ kind, id, status, limit }: JobsOfKind) =>
        kept
          .filter(
            (one) => (one as KeptJob & { kind: string }).kind === kind && (!id || one.id === id) && (!status || one.status === status),
          )
          .slice(0, limit),
    },
  }) as unknown as Parameters<typeof mailFailures>[0];

const mail = (at = 0) =>
  asked[at]!.data as { to: string[]; subject: string; text: string; html: string; from: string; messageId: string; at: string };

describe('Di un salvataggio non riuscito', () => {
  const failed = job({ status: 'error', message: 'Il disco è pieno.' });

  it('si scrive agli amministratori, una mail a indirizzo, con ciò che è successo e l’ultimo riuscito', async () => {
    await mailFailures(deps(), { ...none, last: failed });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      kind: backupWarning.kind,
      title: 'Avviso: Salvataggio del 2026-01-15',
      utente: 'sistema',
      groupID: 2,
      correlationId: 'notte-1',
    });
    expect(mail()).toMatchObject({
      messageId: `<${asked[0]!.id}@strato>`,
      from: 'portale@x.it',
      to: ['anna@x.it', 'ugo@x.it'],
      subject: 'Salvataggio del 2026-01-15: qualcosa non va',
      at: NOW.toISOString(),
    });
    expect(backupWarning.data.safeParse(mail()).success).toBe(true);
    for (const line of [
      'Il disco è pieno.',
      'Finora nessun salvataggio è riuscito.',
      'Area Admin: https://p.it/admin-page',
      'Valborra & C.',
    ])
      expect(mail().text).toContain(line);
    await mailFailures(deps(), { ...none, last: failed, lastGood: { ...job(), saved: savedAt('2026-01-14T01:00:00.000Z') } });
    expect(mail(1).text).toContain('L’ultimo salvataggio riuscito è del 2026-01-14 02:00.');
    expect(asked[1]!.id).toBe(asked[0]!.id);
  });

  it('si scrive una volta sola; anche della prova di ripristino', async () => {
    await mailFailures(deps(), { ...none, last: failed });
    kept = [{ ...job(), id: asked[0]!.id!, kind: backupWarning.kind } as KeptJob];
    const test = job({ id: 'prova-1', title: 'Prova', status: 'error', message: null });
    await mailFailures(deps(), { ...none, last: failed, test });
    expect(asked).toHaveLength(2);
    expect(mail(1).text).toContain('Non riuscito.');
  });

  it('di uno riuscito, o ancora in corso, non si scrive', async () => {
    for (const last of [job(), job({ status: 'running' }), job({ status: 'queued', message: 'x' }), job({ outcome: null })])
      await mailFailures(deps(), { ...none, last, test: job({ outcome: null }) });
    expect(asked).toEqual([]);
  });

  it('dei documenti che mancano si scrive una volta, finché mancano gli stessi', async () => {
    const lacking = (paths: string[], id: string) =>
      job({ id, message: '2 documenti mancano', outcome: savedAt('2026-01-15T01:00:00.000Z', { mancanti: 2, esempi: paths }) });
    for (const last of [
      lacking(['A/a.pdf', 'B/b.pdf'], 'n1'),
      lacking(['A/a.pdf', 'B/b.pdf'], 'n2'),
      lacking(['A/a.pdf', 'C/c.pdf'], 'n3'),
    ])
      await mailFailures(deps(), { ...none, last });
    expect(mail().text).toContain('2 documenti mancano, per esempio A/a.pdf, B/b.pdf.');
    expect(asked[1]!.id).toBe(asked[0]!.id);
    expect(asked[2]!.id).not.toBe(asked[0]!.id);
    const warned = job({ outcome: savedAt('2026-01-15T01:00:00.000Z', { avviso: 'Uno non si legge.' }) });
    await mailFailures(deps(), { ...none, last: warned });
    expect(mail(3).text).toContain('Uno non si legge.');
    expect(mail(3).text).not.toContain('per esempio');
  });

  it('se nessuno ha un indirizzo resta nei log', async () => {
    people = [{ email: null }, { email: 'senza chiocciola' }, { email: 'due@x.it, altro@x.it' }, { email: '' }];
    expect(await administrators(deps())).toEqual([]);
    await mailFailures(deps(), { ...none, last: failed });
    expect([asked, logged]).toEqual([[], [[{ job: 'notte-1' }, expect.stringContaining('nobody of group 2')]]]);
  });

  it('la mail non esegue ciò che vi è scritto', () => {
    const { html, text } = warningText({ ditta: 'A & B', portale: 'https://p.it//', titolo: '<b>', detto: '"x" <script>', ultimo: null });
    expect(html).not.toMatch(/<script>|<b>/);
    for (const part of ['&lt;b&gt;: qualcosa non va', '&lt;script&gt;', 'A &amp; B', 'href="https://p.it/admin-page"'])
      expect(html).toContain(part);
    expect(text).toBe(
      '<b>: qualcosa non va\n\n"x" <script>\n\nFinora nessun salvataggio è riuscito.\n\nArea Admin: https://p.it/admin-page\n\nA & B\n',
    );
  });
});

describe('Di un’operazione che ha interrotto il portale due volte', () => {
  it('si scrive agli amministratori chi l’ha chiesta e che cosa fare', async () => {
    await mailAbandonedJob(deps())({ id: 'noto', utente: 'ugo<' });
    expect(asked[0]).toMatchObject({ kind: backupWarning.kind, title: 'Avviso: Importazione x.csv', correlationId: 'noto', groupID: 2 });
    expect(mail()).toMatchObject({ to: ['anna@x.it', 'ugo@x.it'], subject: 'Importazione x.csv: interrotta due volte' });
    expect(mail().text).toMatch(/“Importazione x\.csv”, chiesta da ugo<, ha interrotto[^]*può correggerlo[^]*\n\nValborra & C\.\n$/);
    expect(mail().html).toContain('chiesta da ugo&lt;,');
    expect(backupWarning.data.safeParse(mail()).success).toBe(true);
    await mailAbandonedJob(deps())({ id: 'ignoto', utente: 'ugo' });
    expect(asked[1]!.title).toBe('Avviso: Operazione');
    expect(asked[1]!.id).not.toBe(asked[0]!.id);
  });

  it('se nessuno ha un indirizzo resta nei log', async () => {
    people = [];
    await mailAbandonedJob(deps())({ id: 'noto', utente: 'ugo' });
    expect([asked, logged]).toEqual([[], [[{ job: 'noto' }, expect.stringContaining('given up')]]]);
  });
});

describe('La notte', () => {
  const run = (over: Record<string, unknown> = {}) => {
    const given = deps();
    Object.assign(given.config, over);
    return nightlyBackups(given).run();
  };
  const plant = (kind: string, over: Partial<KeptJob> = {}) => void kept.push({ ...job(over), kind } as KeptJob);

  it('si guarda ogni minuto', () => {
    expect(nightlyBackups(deps())).toMatchObject({ name: 'salvataggio-notturno', every: 60_000 });
  });

  it('senza una cartella non si chiede niente', async () => {
    await run({ BACKUP_DIR: undefined });
    expect(asked).toEqual([]);
  });

  it('si chiede il salvataggio di oggi, una volta; prima della sua ora vale ancora quello di ieri', async () => {
    await run();
    expect(asked).toMatchObject([
      { kind: nightlyBackup.kind, title: 'Salvataggio del 2026-01-15', data: { giorno: '2026-01-15' }, utente: 'sistema', groupID: 2 },
    ]);
    expect(asked[0]!.correlationId).toBe(asked[0]!.id);
    plant(nightlyBackup.kind, { status: 'running' });
    await run();
    expect(asked).toHaveLength(1);
    await run({ BACKUP_ORA: '23:00' });
    expect(asked[1]).toMatchObject({ data: { giorno: '2026-01-14' } });
    expect(asked[1]!.id).not.toBe(asked[0]!.id);
  });

  it('finito il salvataggio si prova a ripristinare, una volta la settimana', async () => {
    plant(nightlyBackup.kind);
    await run();
    expect(asked).toMatchObject([{ kind: restoreTest.kind, title: 'Prova di ripristino del 2026-01-15', data: { giorno: '2026-01-15' } }]);
    plant(restoreTest.kind, { created: new Date(NOW.getTime() - 6 * 86_400_000) });
    await run();
    expect(asked).toHaveLength(1);
    kept = [];
    plant(nightlyBackup.kind);
    plant(restoreTest.kind, { created: new Date(NOW.getTime() - 8 * 86_400_000) });
    await run();
    expect(asked[1]).toMatchObject({ kind: restoreTest.kind });
  });

  it('di ciò che non è riuscito si scrive subito', async () => {
    plant(nightlyBackup.kind, { status: 'error', message: 'Il disco è pieno.' });
    await run();
    expect(asked.map(({ kind }) => kind)).toEqual([restoreTest.kind, backupWarning.kind]);
  });
});
