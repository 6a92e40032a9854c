import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject, NewEvent } from '#contracts/core/events.ts';
import { personalData } from '#contracts/core/personal-data.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { systemClock } from '#contracts/ports/clock.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { jobWithdrawal } from '#services/dependencies.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { fact } from '#services/platform/event-store/testing.ts';
import { diskArchive } from '#services/platform/files/disk-archive.ts';
import { readForgotten } from '#services/platform/forget/forgotten-list.ts';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';
import { personKeys } from '#services/platform/sealing/keys.ts';
import { sealedStore } from '#services/platform/sealing/sealed-store.ts';
import { catalogue } from '../../../../test/catalogue.ts';
import { SETTINGS } from '../../../../test/portal.ts';
import { TEMPLATE, testDatabase } from '../../../../test/postgres.ts';
import { forgetAgain } from './forget-again.ts';
import { destroyKeys, forgetPerson, forgetWorkerHandler } from './forget-worker.handler.ts';

const MATRICOLA = '1187';
const OPERATOR = 7;
const ENTRY = { matricola: MATRICOLA, quando: '2026-01-02T10:00:00.000Z' };
const SUBJECTS = [`personale/${MATRICOLA}`, `operatore/${OPERATOR}`];

type Deps = Parameters<typeof forgetPerson>[0];
type Bench = Awaited<ReturnType<typeof bench>>;

const event = (type: string, data: JsonObject): NewEvent => ({ ...fact(data), type });
const sender: Sender = {
  identity: { memberID: 'admin', groupID: 2, permessi: {} },
  commandId: '0a2f9a3e-3f0e-4a58-9b4f-6f6b4d1f7c11',
  correlationId: 'c',
  origine: 'job',
};
const work = { progress: async () => undefined, signal: new AbortController().signal, sender };

/** A portal's parts for forgetting, with a worker who is an operator too, and folders in place of the archive and the backups. */
async function bench() {
  const database = await testDatabase(undefined, TEMPLATE);
  const folder = await mkdtemp(join(tmpdir(), 'strato-persona-'));
  const { db: writeDb } = openDatabase<WriteDatabase>({ url: database.url, max: 2, schema: 'public' });
  const { db: readDb } = openDatabase<ReadDatabase>({ url: database.url, max: 1 });
  const keys = personKeys(writeDb, { SEGRETO: SETTINGS.SEGRETO, SEGRETO_PRIMA: undefined }, { lifetimeMs: 0 });
  const recorded = memoryStore();
  const store = sealedStore(recorded, { people: personalData(catalogue.registers), keys });
  const [DATI_DIR, BACKUP_DIR, archive] = ['dati', 'salvataggi', 'archivio'].map((name) => join(folder, name)) as [string, string, string];
  for (const place of [join(DATI_DIR, 'risultati', 'caricati'), join(DATI_DIR, 'posta'), BACKUP_DIR, archive])
    await mkdir(place, { recursive: true });
  await store.append(
    `personale-${MATRICOLA}`,
    [event('LavoratoreRegistrato.v1', { matricola: MATRICOLA, cognome: 'Neri', nome: 'Anna', data_fine: '2005-03-31' })],
    'none',
  );
  await store.append(`operatore-${OPERATOR}`, [event('OperatoreRegistrato.v1', { id: OPERATOR, descrizione: 'Neri Anna' })], 'none');
  await sql`insert into letture.operatore (id, descrizione, matricola, utente, versione, creato, modificato, modificato_da, archivio, dal, eliminato, padre_eliminato)
    values (${OPERATOR}, 'Neri Anna', ${MATRICOLA}, 'x', 1, now(), now(), 'x', '{}', now(), false, false)`.execute(readDb);
  const deps = {
    catalogue,
    store,
    keys,
    readDb,
    writeDb,
    files: diskArchive({ folder: archive, maxBytes: 1000 }),
    config: { DATI_DIR, BACKUP_DIR } as unknown as Deps['config'],
    clock: systemClock,
    log: pino({ level: 'silent' }),
    jobs: jobWithdrawal(writeDb),
    rebuild: (async () => undefined) as unknown as Deps['rebuild'],
  } satisfies Deps;
  return {
    deps,
    recorded,
    dataDir: DATI_DIR,
    backupDir: BACKUP_DIR,
    archive,
    async close() {
      await Promise.all([writeDb.destroy(), readDb.destroy()]);
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let b: Bench;
beforeEach(async () => {
  b = await bench();
});
afterEach(() => b?.close());

const keyStates = async (subjects: readonly string[]): Promise<string[]> => {
  const found = await b.deps.keys.toOpen(subjects);
  return subjects.map((subject) => {
    const key = found.get(subject)!;
    return Buffer.isBuffer(key) ? 'there' : key;
  });
};
const search = async (): Promise<string> =>
  (await sql<{ text: string }>`select string_agg(t::text, ' ') as text from public.preferenze t`.execute(b.deps.writeDb)).rows[0]?.text ??
  '';
const plantSearch = (list: string) =>
  sql`insert into public.preferenze (utente, lista, contenuto) values ('x', ${list}, '{"cerca": "neri anna"}')`.execute(b.deps.writeDb);
const plantJob = (id: string, status: string, { request = {}, file = null }: { request?: JsonObject; file?: string | null } = {}) =>
  sql`insert into public.processi (id, tipo, titolo, status, utente, group_id, dati, correlation_id, file, finito)
    values (${id}, 'esporta-elenco', 'Elenco', ${status}, 'x', 2, ${JSON.stringify(request)}::jsonb, 'c', ${file},
      ${status === 'done' ? new Date() : null})`.execute(b.deps.writeDb);

describe('Chi si dimentica', () => {
  test('perde le chiavi, sue e del suo operatore, prima che le letture si rifacciano; il nome va prima e dopo', async () => {
    await plantSearch('prima');
    const seen: unknown[] = [];
    const rebuild = async (): Promise<void> => {
      seen.push(await keyStates(SUBJECTS), /neri/i.test(await search()));
      await plantSearch('intanto');
    };
    expect(await forgetPerson({ ...b.deps, rebuild: rebuild as unknown as Deps['rebuild'] }, ENTRY, work)).toEqual([]);
    expect(seen).toEqual([['destroyed', 'destroyed'], false]);
    expect(await search()).not.toMatch(/neri/i);
  });

  test('perde le sue cartelle, e solo quelle, prima delle chiavi', async () => {
    const [own, others] = [
      ['PERSONALE/1187_NERI_ANNA', 'PERSONALE/1187_BIANCHI_ANNA', '.versioni/PERSONALE/1187_NERI_ANNA'],
      ['PERSONALE/11870_NERI_ANNA', 'PERSONALE/118_NERI_ANNA', 'PERSONALE/X1187_NERI_ANNA', 'MACCHINARI/1187_NERI_ANNA'],
    ];
    for (const path of [...own, ...others]) {
      await mkdir(join(b.archive, path), { recursive: true });
      await writeFile(join(b.archive, path, 'x.pdf'), path);
    }
    const { eraseFolders } = b.deps.files;
    let atErasure: string[] = [];
    const slow: Deps['files'] = {
      ...b.deps.files,
      async eraseFolders(...asked) {
        await sleep(50);
        atErasure = await keyStates(SUBJECTS);
        await eraseFolders(...asked);
      },
    };
    await forgetPerson({ ...b.deps, files: slow }, ENTRY, work);
    expect(atErasure).toEqual(['there', 'there']);
    for (const path of others) expect(await readFile(join(b.archive, path, 'x.pdf'), 'utf8')).toBe(path);
    expect((await readdir(join(b.archive, 'PERSONALE'))).toSorted()).toEqual(
      others
        .slice(0, 3)
        .map((path) => path.split('/')[1])
        .toSorted(),
    );
  });

  test('è nella lista dei dati e in quella accanto ai salvataggi, prima che le chiavi vadano', async () => {
    const keys: Deps['keys'] = { ...b.deps.keys, destroy: () => Promise.reject(new Error('il portale muore qui')) };
    await expect(forgetPerson({ ...b.deps, keys }, ENTRY, work)).rejects.toThrow('muore qui');
    const [born] = await b.recorded.read(`personale-${MATRICOLA}`);
    for (const folder of [b.dataDir, b.backupDir])
      expect(await readForgotten(folder)).toEqual([{ ...ENTRY, primo_evento: born!.metadata.eventId }]);
  });

  test('se non c’è non è stato dimenticato: niente si cancella né si annota, e l’operazione fallisce', async () => {
    await writeFile(join(b.dataDir, 'risultati', 'uno.csv'), 'x');
    const nobody = { ...ENTRY, matricola: 'non-c-è' };
    expect(await forgetPerson(b.deps, nobody, work)).toBeNull();
    const context = { ...work, id: sender.commandId, utente: 'admin', groupID: 2, data: { ...nobody } };
    expect(await forgetWorkerHandler(b.deps)(context)).toEqual({ failed: true, message: 'Il lavoratore non-c-è non c’è' });
    expect(await readdir(join(b.dataDir, 'risultati'))).toContain('uno.csv');
    for (const folder of [b.dataDir, b.backupDir]) expect(await readForgotten(folder)).toEqual([]);
  });

  test('i risultati finiti vanno, e i file di nessuno; ciò che un’operazione legge o scrive ancora resta', async () => {
    const results = join(b.dataDir, 'risultati');
    const uploaded = '6a0b6a0e-8f0b-4f0e-9f59-0d8a3f1f2b11';
    const files = ['finita.csv', 'perduto.csv', join('caricati', uploaded), 'corso-7.tmp', 'in-corso.csv'];
    for (const file of files) await writeFile(join(results, file), 'x');
    await plantJob('finita', 'done', { file: join(results, 'finita.csv') });
    await plantJob('attesa', 'queued', { request: { caricato: uploaded } });
    await plantJob('corso-7', 'running', { file: join(results, 'in-corso.csv') });
    const withdrawn: string[] = [];
    let hasMovedOn = false;
    const jobs: Deps['jobs'] = {
      async withdraw(id) {
        for (let time = 0; time < 100 && !hasMovedOn; time += 1) await sleep(10);
        if (!hasMovedOn) withdrawn.push(id);
        return b.deps.jobs.withdraw(id);
      },
    };
    const progress = async (percent: number): Promise<void> => {
      // the step after the results
      hasMovedOn ||= percent > 5;
    };
    await forgetPerson({ ...b.deps, jobs }, ENTRY, { ...work, progress });
    expect(withdrawn).toEqual(['finita']);
    const left = await readdir(results, { recursive: true });
    expect(left.toSorted()).toEqual(['caricati', join('caricati', uploaded), 'corso-7.tmp', 'in-corso.csv'].toSorted());
  });

  test('i messaggi che lo nominano vanno, in qualunque maiuscola, gli altri restano', async () => {
    for (const [name, text] of [
      ['uno.eml', 'Subject: x\r\n\r\nANNA  NERI'],
      ['due.eml', 'Subject: x\r\n\r\nAnna Nerini'],
      ['tre.txt', 'Anna Neri'],
    ] as const)
      await writeFile(join(b.dataDir, 'posta', name), text);
    const unreadable = join(b.dataDir, 'posta', 'non-si-legge.eml');
    await mkdir(unreadable);
    await expect(forgetPerson(b.deps, ENTRY, work)).rejects.toThrow('EISDIR');
    await rm(unreadable, { recursive: true });
    await forgetPerson(b.deps, ENTRY, work);
    expect(await readdir(join(b.dataDir, 'posta'))).toEqual(['due.eml', 'tre.txt']);
  });
});

describe('Le chiavi di chi si dimentica', () => {
  const lineOf = (name: string): NewEvent => event('RigaProduzioneAggiunta.v1', { id: 1, id_intestazione: 1, operatore: name });
  const shown = async (): Promise<unknown[]> => (await b.deps.store.read('produzione_padre-1')).map(({ data }) => data['operatore']);

  test('vanno con quella del nome usato prima che l’operatore ci fosse; non con quella di un operatore omonimo', async () => {
    const { keys, store } = b.deps;
    await store.append('produzione_padre-1', [lineOf('Anna N.')], 'none');
    await store.append('operatore-9', [event('OperatoreRegistrato.v1', { id: 9, descrizione: 'Neri Anna' })], 'none');
    await destroyKeys(keys, {
      matricola: MATRICOLA,
      operators: [{ id: OPERATOR, descrizione: 'Neri Anna', descrizioni: ['Anna N.', 'Neri Anna'] }],
    });
    expect(await shown()).toEqual(['Lavoratore 1187']);
    expect(await keyStates([...SUBJECTS, 'operatore/9'])).toEqual(['destroyed', 'destroyed', 'there']);
  });

  test('quando una è distrutta il testo che sta per il nome c’è già; c’è anche per chi non aveva una chiave', async () => {
    const { keys } = b.deps;
    const texts = async () =>
      (
        await sql<{ subject: string; text: string | null }>`
          select soggetto as subject, mostrata as text from public.chiavi_persone where soggetto like 'operatore/%' order by 1`.execute(
          b.deps.writeDb,
        )
      ).rows.map(({ subject, text }) => [subject, text]);
    let before: unknown;
    const watched: Deps['keys'] = {
      ...keys,
      async destroy(...asked) {
        before = await texts();
        return keys.destroy(...asked);
      },
    };
    const operators = [OPERATOR, 70].map((id) => ({ id, descrizione: 'x', descrizioni: [] }));
    await destroyKeys(watched, { matricola: MATRICOLA, operators });
    expect(before).toEqual([['operatore/7', 'Lavoratore 1187']]);
    expect(await texts()).toEqual([
      ['operatore/7', 'Lavoratore 1187'],
      ['operatore/70', 'Lavoratore 1187'],
    ]);
  });
});

describe('Dopo un ripristino', () => {
  const told = async () => (await b.recorded.read(`personale-${MATRICOLA}`)).filter(({ type }) => type === 'LavoratoreDimenticato.v1');

  test('chi la lista dice è dimenticato di nuovo, con il giorno di allora, dopo chi il salvataggio non conosce', async () => {
    const done = await forgetAgain(b.deps, [{ matricola: 'mai-esistito', quando: ENTRY.quando }, ENTRY]);
    expect(done).toEqual({ forgotten: 1, ofOtherPortals: 0 });
    expect(await keyStates(SUBJECTS)).toEqual(['destroyed', 'destroyed']);
    expect(await told()).toMatchObject([
      {
        data: { matricola: MATRICOLA, dimenticato: '2026-01-02' },
        metadata: { utente: 'sistema', motivo: 'di nuovo, dopo un ripristino' },
      },
    ]);
    const [born] = await b.recorded.read(`personale-${MATRICOLA}`);
    for (const folder of [b.dataDir, b.backupDir])
      expect(await readForgotten(folder)).toEqual([{ ...ENTRY, primo_evento: born!.metadata.eventId }]);
  });

  test('chi la lista dice di un altro portale, con la stessa matricola, qui è un’altra persona', async () => {
    const [born] = await b.recorded.read(`personale-${MATRICOLA}`);
    const stranger = { ...ENTRY, primo_evento: '1d6b1b9f-4a1f-4b69-8c5a-7a7c5e2a8d22' };
    expect(await forgetAgain(b.deps, [stranger])).toEqual({ forgotten: 0, ofOtherPortals: 1 });
    expect(await keyStates(SUBJECTS)).toEqual(['there', 'there']);
    expect(await told()).toEqual([]);
    const own = { ...ENTRY, primo_evento: born!.metadata.eventId };
    expect(await forgetAgain(b.deps, [stranger, own])).toEqual({ forgotten: 1, ofOtherPortals: 1 });
    expect(await keyStates(SUBJECTS)).toEqual(['destroyed', 'destroyed']);
  });

  test('di chi il salvataggio sa già che fu dimenticato non si racconta di nuovo, ma ciò che mancava si compie', async () => {
    const known = event('LavoratoreDimenticato.v1', { matricola: MATRICOLA, dimenticato: '2026-01-02', dimenticatoNonostante: null });
    await b.deps.store.append(`personale-${MATRICOLA}`, [known], 'any');
    expect(await forgetAgain(b.deps, [ENTRY])).toMatchObject({ forgotten: 1 });
    expect(await told()).toHaveLength(1);
    expect(await keyStates(SUBJECTS)).toEqual(['destroyed', 'destroyed']);
  });

  test('un ripristino interrotto che ricomincia non lo racconta due volte, ma compie ciò che manca', async () => {
    const files: Deps['files'] = { ...b.deps.files, eraseFolders: () => Promise.reject(new Error('si ferma qui')) };
    await expect(forgetAgain({ ...b.deps, files }, [ENTRY])).rejects.toThrow('si ferma qui');
    expect(await keyStates(SUBJECTS)).toEqual(['there', 'there']);
    expect(await forgetAgain(b.deps, [ENTRY])).toMatchObject({ forgotten: 1 });
    expect(await keyStates(SUBJECTS)).toEqual(['destroyed', 'destroyed']);
    expect(await told()).toHaveLength(1);
  });
});
