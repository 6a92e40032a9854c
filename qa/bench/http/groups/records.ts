import { openDatabase } from '#projections/database.ts';
import { MANY_CHANGES } from '../../data/records.ts';
import { withPortal } from '../processes.ts';
import { HEAD } from '../report.ts';
import { statements } from '../statements.ts';
import { beside, measureWorks, type Beside, type Work } from '../turns.ts';
import { count, type Group } from './section.ts';

type Sql = ReturnType<typeof statements>;

const values = { manutenzione: { matricola: 'B0001', data: '2026-11-20', descrizione: 'misura', ore_km: 12.5 } };

/** Measures reads of registers: lists, one record, and a record's history. */
export const recordsGroup: Group = {
  name: 'registri',
  run: (bench) =>
    withPortal(bench.folder, (loaded) =>
      beside(loaded, async (clients) => {
        const { pool } = openDatabase({ url: loaded.database, max: 20 });
        try {
          await pool.query('vacuum analyze');
          const works = await worksOf(statements(pool), clients);
          const { rows } = await measureWorks(works, bench);
          return {
            title: 'Listing, looking at a record',
            intro: 'Reads that people make all day.',
            head: HEAD,
            rows,
          };
        } finally {
          await pool.end();
        }
      }),
    ),
};

async function worksOf(sql: Sql, clients: Beside): Promise<Work[]> {
  const { portalClient, bareClient } = clients;
  const made = (await portalClient.call('POST', '/api/manutenzioni', values)) as { message: { insertId: number } };
  const { insertId: id } = made.message;
  const { matricola, changes } = MANY_CHANGES;
  return [
    list(sql, clients, { name: 'list, a search that finds 60 %, page 1', goal: '≤ 1.2 ×' }, { words: 'olio', page: 1 }),
    list(
      sql,
      clients,
      { name: 'list, a search that finds 60 %, page 500', goal: '≤ 1.2 ×, ≤ 1.5 × of page 1' },
      { words: 'olio', page: 500 },
    ),
    list(sql, clients, { name: 'list, a rare text', goal: '≤ 2.5 ×' }, { words: 'cavatappi', page: 1 }),
    {
      name: 'one record',
      goal: '≤ 2 ×',
      pg: () => sql.one(id),
      http: () => bareClient.call('GET', `/uno?id=${id}`),
      portal: () => portalClient.call('GET', `/api/manutenzioni?chiave=${id}`),
    },
    {
      name: 'the session',
      goal: '≤ 2 ×',
      pg: () => sql.one(id),
      http: () => bareClient.call('GET', `/uno?id=${id}`),
      portal: () => portalClient.call('GET', '/api/sessione'),
    },
    {
      name: `history, first page of ${count(changes)} changes`,
      goal: '≤ 2.5 ×',
      pg: () => sql.history('macchinari', matricola),
      http: () => bareClient.call('GET', `/storia?tabella=macchinari&id=${matricola}`),
      portal: () => portalClient.call('GET', `/api/storico?tabella=macchinari&id=${matricola}&pagina=1&righe=50`),
    },
    {
      name: `a record as it was halfway through ${count(changes)} changes, from the second look on`,
      goal: '≤ 2.5 ×',
      same: asItWas,
      pg: () => sql.asOf(`macchinari-${matricola}`, changes / 2),
      http: () => bareClient.call('GET', `/comera?flusso=macchinari-${matricola}&versione=${changes / 2}`),
      portal: () => portalClient.call('GET', `/api/storico/stato?tabella=macchinari&id=${matricola}&versione=${changes / 2}`),
    },
  ];
}

function list(
  sql: Sql,
  { portalClient, bareClient }: Beside,
  { name, goal }: { name: string; goal: string },
  { words, page }: { words: string; page: number },
): Work {
  const query = `cerca=${encodeURIComponent(words)}&pagina=${page}`;
  return {
    name,
    goal,
    same: ids,
    pg: () => sql.list({ words, page }),
    http: () => bareClient.call('GET', `/elenco?${query}`),
    portal: () => portalClient.call('GET', `/api/manutenzioni?${query}&righe=20&ordina=-data`),
  };
}

const ids = (answer: unknown): unknown => {
  const { data, totale } = answer as { data: { id: string | number }[]; totale: number };
  return { totale, ids: data.map(({ id }) => Number(id)) };
};

/** Reduces both responses to comparable fields: the baseline returns the record itself, the portal wraps it in `data`. */
const asItWas = (answer: unknown): unknown => {
  const { descrizione, marca } = ((answer as { data?: [Record<string, unknown>] }).data?.[0] ?? answer) as Record<string, unknown>;
  return { descrizione, marca };
};
