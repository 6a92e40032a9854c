import { openDatabase } from '#projections/database.ts';
import { MANY_CHANGES } from '../../data/records.ts';
import { withPortal } from '../processes.ts';
import { HEAD } from '../report.ts';
import { prepareBare, statements } from '../statements.ts';
import { beside, measured, type Beside, type Work } from '../turns.ts';
import type { Group } from './section.ts';

type Sql = ReturnType<typeof statements>;

const values = { manutenzione: { matricola: 'B0001', data: '2026-11-20', descrizione: 'misura', ore_km: 12.5 } };
let n = 0;
const next = (): string => `misura ${(n += 1)}`;
/** Records that are changed in one run, another thousand each time: the stream of one that is changed thousands of times says nothing of a person's day. */
function someOf(records: number): () => number {
  const some = Math.min(1000, records);
  const first = 1 + Math.floor(Math.random() * (records - some));
  return () => first + (n % some);
}

/** What people do all day: writing, listing, looking at one record and at what happened to it. */
export const recordsGroup: Group = {
  name: 'registri',
  run: (bench) =>
    withPortal(bench.folder, (loaded) =>
      beside(loaded, async (clients) => {
        const { pool } = openDatabase({ url: loaded.database, max: 20 });
        try {
          await prepareBare(pool);
          await pool.query('vacuum analyze');
          const works = await worksOf(statements(pool), clients, bench.size.maintenance);
          const { rows } = await measured(works, bench);
          return {
            title: 'Scrivere, elencare, guardare un record',
            intro:
              'Scritto su disco e già visibile negli elenchi quando la risposta arriva; ogni scrittura del portale porta la sua Idempotency-Key, come dal browser.',
            head: HEAD,
            rows,
          };
        } finally {
          await pool.end();
        }
      }),
    ),
};

async function worksOf(sql: Sql, clients: Beside, records: number): Promise<Work[]> {
  const { mine, theirs } = clients;
  const made = (await mine.call('POST', '/api/manutenzioni', values)) as { message: { insertId: number } };
  const bareId = Number(((await sql.create('prima')).rows[0] as { id: string }).id);
  const { insertId: id } = made.message;
  const { matricola, changes } = MANY_CHANGES;
  const some = someOf(records);
  const writes = (writers: number, suffix: string, goals: readonly [string, string]): Work[] => [
    {
      name: `crea, ${suffix}`,
      goal: goals[0],
      writers,
      pg: () => sql.create(next()),
      http: () => theirs.call('POST', '/crea', { testo: next() }),
      portal: () => mine.call('POST', '/api/manutenzioni', { manutenzione: { ...values.manutenzione, descrizione: next() } }),
    },
    {
      name: `modifica, ${suffix}`,
      goal: goals[1],
      writers,
      pg: () => sql.update(bareId, next()),
      http: () => theirs.call('PUT', '/cambia', { id: bareId, testo: next() }),
      portal: () => mine.call('PUT', '/api/manutenzioni', { manutenzione: { id: some(), descrizione: next() } }),
    },
  ];
  return [
    ...writes(1, 'uno alla volta', ['≤ 5 ×', '≤ 5 ×']),
    ...writes(16, '16 insieme', ['≥ 0,45 della portata, p99 < 50 ms', 'p99 < 50 ms']),
    list(sql, clients, 'elenco, cerca il 60 %, pagina 1', { words: 'olio', page: 1 }, '≤ 1,2 ×'),
    list(sql, clients, 'elenco, cerca il 60 %, pagina 500', { words: 'olio', page: 500 }, '≤ 1,2 ×, ≤ 1,5 × della pagina 1'),
    list(sql, clients, 'elenco, un testo raro', { words: 'cavatappi', page: 1 }, '≤ 2,5 ×'),
    {
      name: 'un record',
      goal: '≤ 2 ×',
      pg: () => sql.one(id),
      http: () => theirs.call('GET', `/uno?id=${id}`),
      portal: () => mine.call('GET', `/api/manutenzioni?chiave=${id}`),
    },
    {
      name: 'la sessione',
      goal: '≤ 2 ×',
      pg: () => sql.one(id),
      http: () => theirs.call('GET', `/uno?id=${id}`),
      portal: () => mine.call('GET', '/api/sessione'),
    },
    {
      name: `storico, prima pagina di ${changes} modifiche`,
      goal: '≤ 2,5 ×',
      pg: () => sql.history('macchinari', matricola),
      http: () => theirs.call('GET', `/storia?tabella=macchinari&id=${matricola}`),
      portal: () => mine.call('GET', `/api/storico?tabella=macchinari&id=${matricola}&pagina=1&righe=50`),
    },
    {
      name: `un record com'era a metà di ${changes} modifiche, dal secondo sguardo`,
      goal: '≤ 2,5 ×',
      same: asItWas,
      pg: () => sql.asOf(`macchinari-${matricola}`, changes / 2),
      http: () => theirs.call('GET', `/comera?flusso=macchinari-${matricola}&versione=${changes / 2}`),
      portal: () => mine.call('GET', `/api/storico/stato?tabella=macchinari&id=${matricola}&versione=${changes / 2}`),
    },
  ];
}

function list(sql: Sql, { mine, theirs }: Beside, name: string, { words, page }: { words: string; page: number }, goal: string): Work {
  const query = `cerca=${encodeURIComponent(words)}&pagina=${page}`;
  return {
    name,
    goal,
    same: ids,
    pg: () => sql.list({ words, page }),
    http: () => theirs.call('GET', `/elenco?${query}`),
    portal: () => mine.call('GET', `/api/manutenzioni?${query}&righe=20&ordina=-data`),
  };
}

const ids = (answer: unknown): unknown => {
  const { data, totale } = answer as { data: { id: string | number }[]; totale: number };
  return { totale, ids: data.map(({ id }) => Number(id)) };
};

/** The bare answer is the record, the portal's holds it with all its fields. */
const asItWas = (answer: unknown): unknown => {
  const { descrizione, marca } = ((answer as { data?: [Record<string, unknown>] }).data?.[0] ?? answer) as Record<string, unknown>;
  return { descrizione, marca };
};
