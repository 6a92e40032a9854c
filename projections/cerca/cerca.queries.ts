import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Values } from '#contracts/core/define-register.ts';
import { compact, likePatterns, wordsOf } from '#contracts/modules/cerca/words.ts';
import type { ReadDatabase } from '../database.ts';

export interface SearchRequest {
  words: string;
  /** Registers of which the person sees all records, and those of which only the own ones; in the order of the menu. */
  all: readonly string[];
  own: readonly string[];
  utente: string;
  order: readonly string[];
  /** Keys (`recordKey`) of recently opened records, newest first. */
  recent: readonly string[];
  rows: number;
}

export interface FoundRow {
  tabella: string;
  id: string;
  valori: Values;
  /** Key and values of the parent record of a child. */
  padre: string | null;
  valori_padre: Values | null;
}

/**
 * Returns the records that contain all words, best first: exact keys, then recently opened ones, then by register. If there are none, long
 * words may have one wrong letter. Without words it returns the recently opened records.
 */
export async function findRecords(db: Kysely<ReadDatabase>, request: SearchRequest): Promise<FoundRow[]> {
  const words = wordsOf(request.words);
  if (words.length === 0) return request.recent.length === 0 ? [] : select(db, request, isRecent(request));
  const having = (mistakes: 'exact' | 'one-mistake') =>
    sql.join(
      words.map((word) => sql`c.testo like any(${likePatterns(word, mistakes)}::text[])`),
      sql` and `,
    );
  const found = await select(db, request, having('exact'));
  return found.length > 0 ? found : select(db, request, having('one-mistake'));
}

const isRecent = ({ recent }: SearchRequest): RawBuilder<unknown> => {
  const tables = recent.map((key) => key.slice(0, key.indexOf('/')));
  const ids = recent.map((key) => key.slice(key.indexOf('/') + 1));
  return sql`(c.tabella, c.id) in (select * from unnest(${tables}::text[], ${ids}::text[]))`;
};

async function select(db: Kysely<ReadDatabase>, request: SearchRequest, which: RawBuilder<unknown>): Promise<FoundRow[]> {
  const { all, own, utente, order, recent, rows: limit } = request;
  const { rows } = await sql<FoundRow>`select c.tabella, c.id, c.valori, c.padre, p.valori as valori_padre
    from cerca c left join cerca p on p.tabella = c.tabella_padre and p.id = c.padre
    where ${which} and not c.eliminato and p.eliminato is not true
      and (c.tabella = any(${[...all]}::text[]) or c.tabella = any(${[...own]}::text[])
        and case when c.tabella_padre is null then c.utente else p.utente end = ${utente})
    order by c.chiave = ${compact(request.words)} desc, array_position(${[...recent]}::text[], c.tabella || '/' || c.id) nulls last,
      array_position(${[...order]}::text[], c.tabella) nulls last, c.chiave, c.id
    limit ${limit}`.execute(db);
  return rows;
}
