import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { expect } from 'vitest';
import type { Answer, CallOptions, Method } from '../../../../test/calls.ts';
import { pdf } from '../testing.ts';

/** Values of the planted worker, which must stand nowhere once the worker was forgotten. */
export const TOLD = {
  cognome: 'Zvezdarov',
  nome: 'Blagoslav',
  nascita: '1951-07-23',
  luogo: 'Kumanovska Reka',
  fiscale: 'ZVZBGS51L23Z104K',
  bytes: 'BYTE-DI-UN-CERTIFICATO-SEGRETO',
};

// oxlint-disable-next-line typescript/no-explicit-any -- tables are asked by their names
type Db = Kysely<any>;

/** A portal in which a worker is planted. */
export interface PlantedPortal {
  /** Makes a call as an administrator. */
  call(method: Method, path: string, options?: CallOptions): Promise<Answer>;
  /** The write side, as a role that may write every table. */
  db: Db;
  dataDir: string;
  /** User name of the administrator. */
  memberID: string;
}

/** Makes a call that must succeed; returns the body of the response. */
async function done(portal: PlantedPortal, [method, path, body]: [Method, string, unknown?]): Promise<Answer['body']> {
  const { status, text, body: answer } = await portal.call(method, path, body === undefined ? {} : { body });
  expect([path, status < 300 ? '' : text]).toEqual([path, '']);
  return answer;
}

/**
 * Creates a worker who left long ago, the operator who is the worker, and traces of both wherever the portal keeps any: documents and
 * their old versions, preferences, jobs with results, mails, results of the accounting and the trail of accesses.
 */
export async function plantPerson(portal: PlantedPortal, matricola: string): Promise<void> {
  const { cognome, nome, nascita, luogo, fiscale, bytes } = TOLD;
  await done(portal, [
    'POST',
    '/api/personale',
    {
      personale: {
        matricola,
        cognome,
        nome,
        luogo,
        data_nascita: nascita,
        documenti_ce: fiscale,
        data_inizio: '2001-01-01',
        data_fine: '2005-03-31',
      },
    },
  ]);
  for (const content of [bytes, `${bytes}-due`]) {
    const form = new FormData();
    for (const [name, value] of [
      ['matricola', matricola],
      ['personale', `PERSONALE/${matricola}_X_Y/${matricola}_unilav.pdf`],
      ['docMacch', 'false'],
    ] as const)
      form.append(name, value);
    form.append('file', new Blob([new Uint8Array(pdf(content))]), 'qualunque');
    await done(portal, ['POST', '/api/ftp/caricaDoc', form]);
  }
  await done(portal, ['POST', '/api/operatore', { operatore: { descrizione: `${cognome} ${nome}`, matricola } }]);
  await plantBesideTheLog(portal);
  await done(portal, ['GET', `/api/scadenze/catena?soggetto=lavoratore&id=${matricola}&tipo=unilav`]);
  const [row] = (await done(portal, ['GET', `/api/personale?matricola=${matricola}`])).data;
  await done(portal, ['POST', '/api/ftp', { operazione: 'prendi', percorso: row.unilav }]);
}

/** Writes traces of the worker into the tables of the write side and into the data folder, as the portal's other parts would. */
async function plantBesideTheLog({ db, dataDir, memberID }: PlantedPortal): Promise<void> {
  const { cognome, nome, nascita, fiscale } = TOLD;
  await sql`insert into public.preferenze (utente, lista, contenuto) values ('x', 'personale', ${JSON.stringify({ cerca: cognome.toLowerCase() })}::jsonb)`.execute(
    db,
  );
  const results = join(dataDir, 'risultati');
  const mails = join(dataDir, 'posta');
  await mkdir(results, { recursive: true });
  await mkdir(mails, { recursive: true });
  await writeFile(join(results, 'vecchio.csv'), `${cognome};${nome};${nascita}`);
  await writeFile(join(results, 'senza-riga.csv'), fiscale);
  const mail = `Subject: x\r\n\r\nCiao =\r\n${nome} ${cognome.slice(0, 4)}=\r\n${cognome.slice(4)}\r\n`;
  await writeFile(join(mails, 'una.eml'), mail);
  await writeFile(join(mails, 'altra.eml'), 'Subject: altro\r\n\r\nniente');
  await sql`insert into public.processi (id, tipo, titolo, status, utente, group_id, dati, correlation_id, file, nome_file, creato, finito)
    values ('vecchio', 'esporta-elenco', ${`Elenco di ${cognome}  ${nome}`}, 'done', ${memberID}, 2, ${JSON.stringify({ filtri: { data_nascita: nascita } })}::jsonb, 'c', ${join(results, 'vecchio.csv')}, 'x.csv', now(), now())`.execute(
    db,
  );
  // an export that failed, and may be started again
  await sql`insert into public.processi (id, tipo, titolo, status, utente, group_id, dati, correlation_id, creato, finito)
    values ('fallita', 'esporta-elenco', 'Elenco', 'error', ${memberID}, 2, ${JSON.stringify({ cerca: cognome.toLowerCase() })}::jsonb, 'c', now(), now())`.execute(
    db,
  );
  // results of the accounting: one names the worker, the other does not
  const sent = { caricato: randomUUID(), nome: 'movimenti.csv', sha256: 'a'.repeat(64) };
  for (const [numero, text] of [
    [901, `${cognome.toUpperCase()};${nome}`],
    [902, 'nessuno'],
  ] as const) {
    const file = join(results, `${numero}.csv`);
    await writeFile(file, text);
    const dati = JSON.stringify({ numero, bilMovDip: sent, ripartizioni: sent, contiEconomici: [] });
    await sql`insert into public.processi (id, tipo, titolo, status, utente, group_id, dati, correlation_id, file, nome_file, creato, finito)
      values (${`elaborazione-${numero}`}, 'contabilita-lavoratori', 'Contabilità', 'done', ${memberID}, 2, ${dati}::jsonb, 'c', ${file}, 'x.csv', now(), now())`.execute(
      db,
    );
  }
}

/** Returns the values that a text holds, in any capitals or as Base64; default: those of the planted worker. */
export const found = (text: string, wanted?: string): string[] =>
  (wanted === undefined ? Object.values(TOLD) : [wanted]).filter(
    (one) => text.toLowerCase().includes(one.toLowerCase()) || text.includes(Buffer.from(one).toString('base64')),
  );

/** Looks through every row of every table, as an SQL dump tells them. Returns the tables, each with the value that it holds. */
export async function foundInDatabase(db: Db, wanted?: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.nspname not in ('information_schema', 'pg_catalog') or c.relname = 'pg_statistic') and n.nspname not like 'pg_temp%' and (${wanted === undefined} or n.nspname <> 'coda')`.execute(
    db,
  );
  const hits: string[] = [];
  for (const { name } of rows) {
    const all = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
    for (const { row } of all.rows) for (const hit of found(row, wanted)) hits.push(`${name}: ${hit}`);
  }
  return hits;
}

/** Looks through the names and bytes of all files in a folder. Returns the files by `nameOf`, each with the value that it holds. */
export async function foundInFolder(
  folder: string,
  { wanted, nameOf = ({ name }) => name }: { wanted?: string; nameOf?: (file: { name: string; parentPath: string }) => string } = {},
): Promise<string[]> {
  const hits: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    for (const hit of found(entry.name, wanted)) hits.push(`${nameOf(entry)}: ${hit}`);
    if (!entry.isFile()) continue;
    // a file that the database removes meanwhile holds nothing
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return '';
    });
    for (const hit of found(text, wanted)) hits.push(`${nameOf(entry)}: ${hit}`);
  }
  return hits;
}
