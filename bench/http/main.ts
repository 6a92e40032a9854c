import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { openDatabase } from '#projections/database.ts';
import { runningPostgres } from '#services/platform/postgres/embedded-postgres.ts';
import { client } from './client.ts';
import { load, MANY_CHANGES } from './data.ts';
import { inTurns } from './measure.ts';
import { startBare, startPortal } from './processes.ts';
import { report, type Row } from './report.ts';
import { prepareBare, statements } from './statements.ts';

/**
 * What a person meets, over HTTP, beside two limits in the same run: bare pg, and the same statements
 * behind bare node:http. The data are loaded once and kept in BENCH_DIR; SCALA multiplies them.
 */
const RECORDS = 50_000 * Number(process.env['SCALA'] ?? 1);
const folder = resolve(process.env['BENCH_DIR'] ?? '.dati-bench');
const ROUNDS = { rounds: Number(process.env['GIRI'] ?? 5), ms: 1200 };

await mkdir(folder, { recursive: true });
console.log(`Carico i dati (${RECORDS} manutenzioni) in ${folder}…`);
const portal = await startPortal(folder);
const database = await runningPostgres(folder);
if (database === null) throw new Error('the portal runs without its database');
const token = await load(folder, database, RECORDS);
await portal.ready();
const { pool } = openDatabase({ url: database, max: 20 });
await prepareBare(pool);
await pool.query('vacuum analyze');
const bare = await startBare(database);
const [mine, theirs] = [client(portal.base, token), client(bare.base)];
const sql = statements(pool);

interface Work { name: string; goal: string; writers?: number; pg(): Promise<unknown>; http(): Promise<unknown>; portal(): Promise<unknown>; same?: (answer: unknown) => unknown }

const values = { manutenzione: { matricola: 'B0001', data: '2026-11-20', descrizione: 'misura', ore_km: 12.5 } };
const made = (await mine.call('POST', '/api/manutenzioni', values)) as { message: { insertId: number } };
const bareId = Number(((await sql.create('prima')).rows[0] as { id: string }).id);
let n = 0;
const next = (): string => `misura ${(n += 1)}`;
/** One record after another: the stream of one that is changed thousands of times says nothing of a person's day. */
const any = (): number => 1 + (n % 1000);
const writes = (writers: number, suffix: string, goals: [string, string]): Work[] => [
  { name: `crea, ${suffix}`, goal: goals[0], writers, pg: () => sql.create(next()), http: () => theirs.call('POST', '/crea', { testo: next() }), portal: () => mine.call('POST', '/api/manutenzioni', { manutenzione: { ...values.manutenzione, descrizione: next() } }) },
  { name: `modifica, ${suffix}`, goal: goals[1], writers, pg: () => sql.update(bareId, next()), http: () => theirs.call('PUT', '/cambia', { id: bareId, testo: next() }), portal: () => mine.call('PUT', '/api/manutenzioni', { manutenzione: { id: any(), descrizione: next() } }) },
];
const ids = (answer: unknown): unknown => {
  const { data, totale } = answer as { data: { id: string | number }[]; totale: number };
  return { totale, ids: data.map(({ id }) => Number(id)) };
};
const list = (name: string, words: string, page: number, goal: string): Work => {
  const query = `cerca=${encodeURIComponent(words)}&pagina=${page}`;
  return { name, goal, same: ids, pg: () => sql.list({ words, page }), http: () => theirs.call('GET', `/elenco?${query}`), portal: () => mine.call('GET', `/api/manutenzioni?${query}&righe=20&ordina=-data`) };
};
const { insertId: id } = made.message;
const works: Work[] = [
  ...writes(1, 'uno alla volta', ['≤ 5 ×', '≤ 5 ×']),
  writes(16, '16 insieme', ['≥ 0,45 della portata', ''])[0]!,
  list('elenco, cerca il 60 %, pagina 1', 'olio', 1, '≤ 1,2 ×'),
  list('elenco, cerca il 60 %, pagina 500', 'olio', 500, '≤ 1,2 ×, ≤ 1,5 × della pagina 1'),
  list('elenco, un testo raro', 'cavatappi', 1, '≤ 2,5 ×'),
  { name: 'un record', goal: '≤ 2 ×', pg: () => sql.one(id), http: () => theirs.call('GET', `/uno?id=${id}`), portal: () => mine.call('GET', `/api/manutenzioni?chiave=${id}`) },
  { name: 'la sessione', goal: '≤ 2 ×', pg: () => sql.one(id), http: () => theirs.call('GET', `/uno?id=${id}`), portal: () => mine.call('GET', '/api/sessione') },
  {
    name: `storico, ${MANY_CHANGES.changes} modifiche`, goal: '≤ 2,5 ×', pg: () => sql.history('macchinari', MANY_CHANGES.matricola),
    http: () => theirs.call('GET', `/storia?tabella=macchinari&id=${MANY_CHANGES.matricola}`), portal: () => mine.call('GET', `/api/storico?tabella=macchinari&id=${MANY_CHANGES.matricola}`),
  },
];

const rows: Row[] = [];
try {
  for (const { name, goal, writers = 1, same, ...runs } of works) {
    if (same) {
      const [a, b] = [same(await runs.portal()), same(await runs.http())];
      if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error(`${name}: the answers differ\n${JSON.stringify(a)}\n${JSON.stringify(b)}`);
    }
    const figures = await inTurns({ pg: { once: runs.pg, writers }, http: { once: runs.http, writers }, portal: { once: runs.portal, writers } }, ROUNDS);
    rows.push({ name, goal, writers, ...figures });
    console.log(report([rows.at(-1)!]));
  }
  const page = report(rows);
  await writeFile('docs/prestazioni.md', `# Prestazioni\n\nCiò che una persona incontra, via HTTP, scritto su disco e già visibile negli elenchi, accanto a due limiti misurati nello stesso giro: PostgreSQL nudo, e le stesse istruzioni dietro \`node:http\` nudo (senza sessioni, diritti, controlli né storico: il pavimento di qualunque server Node). A turni, mediana di ${ROUNDS.rounds} giri; le risposte degli elenchi sono confrontate.\n\nComando: \`make bench\` (\`SCALA\`, \`GIRI\`, \`BENCH_DIR\`). Macchina: ${availableParallelism()} × ${cpus()[0]?.model ?? '?'}, Node ${process.versions.node}, PostgreSQL incorporato; ${RECORDS} manutenzioni, ${new Date().toISOString().slice(0, 10)}.\n\n${page}\n\nNon sono ancora misurati qui: la home, la ricostruzione, lo zip, la contabilità (\`npm run bench:contabilita\`), gli xlsx, la memoria. Che cosa è stato fatto, dove va il tempo di una scrittura e che cosa manca: [adr 25](adr/0025-first-steps-to-speed.md). \`npm run bench:comandi\` misura i soli comandi dentro il processo, senza HTTP e senza attesa delle tabelle di lettura.\n`);
} finally {
  mine.close();
  theirs.close();
  await pool.end();
  await bare.stop();
  await portal.stop();
}
