import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { startMailServer, type MailServer } from '../../../test/mail-server.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';
import { backupState } from '#services/platform/backups/state.ts';
import { nightlyBackups } from './backup-schedule.ts';

const DAY_MS = 86_400_000;

describe('I salvataggi di ogni notte', { timeout: 300_000 }, () => {
  let portale: TestPortal;
  let workers: { stop(): Promise<void> };
  let smtp: MailServer;
  let admin: Person;
  let folder: string;
  let mails: MailServer['mails'];

  beforeAll(async () => {
    smtp = await startMailServer();
    ({ mails } = smtp);
    folder = await mkdtemp(join(tmpdir(), 'strato-notti-'));
    portale = await startTestPortal({
      env: {
        BACKUP_DIR: folder,
        PASSPHRASE: 'frase di prova',
        SMTP_URL: smtp.url,
        PORTALE_URL: 'https://strato.example.it',
      },
      jobs: realQueue,
    });
    workers = await workersOf(portale);
    admin = await portale.person({ memberID: 'amministra', groupID: 2, permessi: { macchinari: EVERYTHING } });
    await portale.command({ register: 'users', action: 'change', key: 'amministra', values: { email: 'amministra@example.it' } });
    await portale.person({ memberID: 'altri', permessi: { macchinari: EVERYTHING } });
    expect((await portale.call('POST', '/api/macchinari', { as: admin, body: { macchinario: { matricola: 'N1' } } })).status).toBe(201);
  }, 120_000);
  afterAll(async () => {
    await workers?.stop();
    await portale?.stop();
    await smtp?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const told = async () => (await portale.call('GET', '/api/amministrazione/stato', { as: admin })).body.data.salvataggio;
  // computed directly for days in the future, when the session has expired
  const state = () => backupState(portale.deps, portale.deps.clock.now());
  const salute = async () => (await portale.call('GET', '/api/salute')).body;
  const kept = async () => (await readdir(folder)).filter((name) => name.endsWith('.backup'));
  const jobs = async () =>
    (
      await sql<{ tipo: string; status: string }>`select tipo, status from public.processi order by creato`.execute(portale.deps.writeDb)
    ).rows.map(({ tipo, status }) => `${tipo} ${status}`);
  /** Runs the work of one minute, then waits until no job is open. */
  async function minute(): Promise<void> {
    await nightlyBackups(portale.deps).run();
    await vi.waitFor(async () => expect((await jobs()).filter((one) => /queued|running/.test(one))).toEqual([]), {
      timeout: 150_000,
      interval: 100,
    });
  }
  async function inDays<T>(days: number, work: () => Promise<T>): Promise<T> {
    const { clock } = portale.deps;
    const now = clock.now;
    clock.now = () => new Date(Date.now() + days * DAY_MS);
    return work().finally(() => (clock.now = now));
  }

  it('la notte ha il suo salvataggio, uno solo, e la settimana la sua prova; l’Area Admin e la salute lo dicono', async () => {
    expect(await state()).toMatchObject({ attivo: true, inRitardo: false, ultimo: null, errore: null, prova: null });
    await minute();
    expect(await kept()).toHaveLength(1);
    expect(await state()).toMatchObject({
      inRitardo: false,
      inCorso: null,
      ultimo: { cifrato: true, mancanti: 0, avviso: null, eventi: await portale.deps.store.countAfter(null, 1000) },
      prova: null,
    });
    const { ultimo, prossimo } = await told();
    expect(await state()).toEqual(await told());
    expect(Date.parse(prossimo)).toBeGreaterThan(Date.now());
    expect(await salute()).toMatchObject({ stato: 'ok', salvataggio: { ultimo: ultimo.momento, inRitardo: false } });
    await minute();
    expect(await state()).toMatchObject({ prova: { riuscita: true, messaggio: expect.stringContaining('Tutto come prima') } });
    await minute();
    expect(await jobs()).toEqual(['nightly-backup done', 'restore-test done']);
    expect([await kept(), mails]).toEqual([[expect.stringContaining('strato-')], []]);
    expect(await readdir(join(portale.folder, 'prova-ripristino'))).toEqual(['portale.lock']);
  });

  it('uno che non riesce lo dice al gruppo 2, una volta, e in ritardo lo dice anche la salute', async () => {
    await rename(folder, `${folder}-via`);
    try {
      await inDays(1, async () => {
        await minute();
        expect(await state()).toMatchObject({
          inRitardo: false,
          ultimo: { cifrato: true },
          errore: { messaggio: 'La cartella dei salvataggi (BACKUP_DIR) non c’è: è collegata?' },
        });
        await minute();
        await minute();
      });
      // a warning deleted from the list of jobs still counts as mailed
      const { rows } = await sql<{ id: string }>`select id from public.processi where tipo = 'backup-warning'`.execute(
        portale.deps.writeDb,
      );
      expect((await portale.call('DELETE', `/api/processi/${rows[0]!.id}`, { as: admin })).status).toBe(200);
      await inDays(1, minute);
      await inDays(1.2, async () => {
        expect(await state()).toMatchObject({ inRitardo: true });
        const { stato, motivo } = await salute();
        expect([stato, motivo]).toEqual(['degradato', expect.stringContaining('Salvataggio in ritardo: l’ultimo riuscito è del')]);
      });
    } finally {
      await rename(`${folder}-via`, folder);
    }
    expect(mails.map(({ to }) => to)).toEqual(['amministra@example.it']);
    for (const said of ['qualcosa non va', 'La cartella dei salvataggi', 'riuscito è del', 'https://strato.example.it/admin-page'])
      expect(mails[0]!.text).toContain(said);
    expect(await jobs()).toEqual(['nightly-backup done', 'restore-test done', 'nightly-backup error', 'backup-warning done']);
  });

  it('una prova che ridà altro da ciò che c’era non è riuscita: lo dicono l’Area Admin e una mail, con le tabelle', async () => {
    const marca = (value: string | null) =>
      sql`update letture.macchinari set marca = ${value} where matricola = 'N1'`.execute(portale.deps.writeDb);
    const before = mails.length;
    await inDays(8, async () => {
      await minute();
      expect(await state()).toMatchObject({ errore: null, prova: { riuscita: true } });
      // the read table differs from the log, and a restore rebuilds the table from the log
      await marca('un’altra');
      try {
        await minute();
        expect(await state()).toMatchObject({ prova: { riuscita: false, messaggio: expect.stringContaining('macchinari') } });
        await minute();
        await minute();
      } finally {
        await marca(null);
      }
    });
    expect(mails.slice(before)).toMatchObject([
      { to: 'amministra@example.it', text: expect.stringContaining('Il ripristino di prova non ha ridato ciò che c’era: macchinari') },
    ]);
    expect((await jobs()).filter((one) => one.startsWith('restore-test'))).toEqual(['restore-test done', 'restore-test error']);
  });

  it('un documento che manca si dice una volta, non ogni notte', async () => {
    const form = new FormData();
    form.append('matricola', 'N1');
    form.append('nomeManutenzione', 'N1_CE.pdf');
    form.append('docMacch', 'true');
    form.append('file', new Blob(['%PDF-1.4\nuno\n%%EOF']), 'ce.pdf');
    expect((await portale.call('POST', '/api/ftp/caricaDoc', { as: admin, body: form })).status).toBe(201);
    form.set('file', new Blob(['%PDF-1.4\ndue\n%%EOF']), 'ce.pdf');
    expect((await portale.call('POST', '/api/ftp/caricaDoc', { as: admin, body: form })).status).toBe(201);
    await rm(join(portale.folder, 'archivio', 'N1'), { recursive: true });
    const before = mails.length;
    for (const days of [9, 10]) {
      await inDays(days, async () => {
        await minute();
        await minute();
      });
    }
    expect(await state()).toMatchObject({ errore: null, ultimo: { mancanti: 1, esempi: ['N1/N1_CE.pdf'] } });
    expect(mails.slice(before).map(({ text }) => text.includes('N1/N1_CE.pdf'))).toEqual([true]);
  });

  it('senza la cartella non se ne chiede nessuno, e nessuno lo aspetta', async () => {
    const { BACKUP_DIR: _, ...config } = portale.deps.config;
    const before = await jobs();
    await inDays(19, () => nightlyBackups({ ...portale.deps, config }).run());
    expect(await jobs()).toEqual(before);
  });
});
