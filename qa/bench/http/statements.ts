import type { Pool } from 'pg';
import type { SearchRequest } from '#projections/cerca/cerca.queries.ts';

/** Parameters of a list: the words to search for, and the page number from 1. */
export interface ListAsked {
  words: string;
  page: number;
}

/** Returns the search request of an administrator without recently opened records. `names` are the registers, separated by commas. */
export function everyRegister(names: string): Omit<SearchRequest, 'words'> {
  const all = names.split(',');
  return { all, own: [], utente: 'admin', order: all, recent: [], rows: ROWS };
}

const ROWS = 20;
const FOUND = 'not eliminato and not padre_eliminato and ricerca ilike $1';

/** Statements that a developer would write by hand for each read, on the portal's own database. */
export function statements(pool: Pool) {
  return {
    async list({ words, page }: ListAsked) {
      const [rows, count] = await Promise.all([
        pool.query({
          text: `select id, data, cantiere, matricola, descrizione, note, versione, utente from letture.manutenzioni where ${FOUND} order by data desc nulls last, id asc nulls last limit ${ROWS} offset $2`,
          values: [`%${words}%`, (page - 1) * ROWS],
        }),
        pool.query({ text: `select count(*)::integer as n from letture.manutenzioni where ${FOUND}`, values: [`%${words}%`] }),
      ]);
      return { data: rows.rows, totale: (count.rows[0] as { n: number }).n };
    },
    async one(id: number) {
      return (await pool.query({ name: 'b_one', text: 'select * from letture.manutenzioni where id = $1', values: [id] })).rows;
    },
    /** Computes the record from its events up to a version. */
    async asOf(stream: string, version: number) {
      const { rows } = await pool.query<{ data: object }>({
        name: 'b_comera',
        text: 'select data from public.eventi where stream = $1 and version <= $2 order by version',
        values: [stream, version],
      });
      return Object.assign({}, ...rows.map(({ data }) => data)) as object;
    },
    async history(table: string, id: string) {
      return (
        await pool.query({
          name: 'b_storia',
          text: 'select * from letture.storico where tabella = $1 and id = $2 order by posizione desc limit 50',
          values: [table, id],
        })
      ).rows;
    },
  };
}
