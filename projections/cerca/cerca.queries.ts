import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Values } from '#contracts/core/define-register.ts';
import { compact, likePatterns, mistakeHalves, wordsOf } from '#contracts/modules/cerca/words.ts';
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
 * words that no record contains may have one wrong letter. A single letter is the beginning of a key. Without words it returns the recently
 * opened records.
 */
export async function findRecords(db: Kysely<ReadDatabase>, request: SearchRequest): Promise<FoundRow[]> {
  const words = wordsOf(request.words);
  if (words.length === 0) return request.recent.length === 0 ? [] : select(db, request, sql`r.posto is not null`);
  const [word = ''] = words;
  // nearly every record has a word that begins with a given letter
  if (words.length === 1 && word.length === 1) return select(db, request, sql`c.chiave like ${`${word}%`}`);
  const found = await select(db, request, sql.join(words.map(contains), sql` and `));
  if (found.length > 0) return found;
  const unknown = await unknownWords(db, words);
  if (unknown.size === 0) return [];
  const having = words.map((word) => (unknown.has(word) ? containsMistaken(word) : contains(word)));
  return select(db, request, sql.join(having, sql` and `));
}

/** Finds candidates by the halves of the word in the index; the many exact patterns are for the candidates, so they use no index. */
const containsMistaken = (word: string): RawBuilder<unknown> =>
  sql`c.testo like any(${mistakeHalves(word)}::text[]) and (c.testo || '') like any(${likePatterns(word, 'one-mistake')}::text[])`;

const contains = (word: string): RawBuilder<unknown> => sql`c.testo like ${likePatterns(word, 'exact')[0]}`;

/** Returns the words that no record contains, of words that no record contains together. */
async function unknownWords(db: Kysely<ReadDatabase>, words: readonly string[]): Promise<Set<string>> {
  if (words.length === 1) return new Set(words);
  // for exists() PostgreSQL would read the table in its order, hoping for an early hit, and not the index
  const known = words.map((word) => sql<boolean>`(select count(*) > 0 from cerca c where ${contains(word)})`);
  const { rows } = await sql<{ known: boolean[] }>`select array[${sql.join(known)}] as known`.execute(db);
  return new Set(words.filter((_, i) => rows[0]?.known[i] === false));
}

/** Returns the keys that count as typed exactly: all words together, or one of them beside others, as in "cantiere 0420". */
const exactKeys = (text: string): string[] => [compact(text), ...wordsOf(text).map(compact)];

/** Reads the first of the visible records that meet `which`, and then their values, so that only keys are sorted. */
async function select(db: Kysely<ReadDatabase>, request: SearchRequest, which: RawBuilder<unknown>): Promise<FoundRow[]> {
  const { all, own, utente, order, recent, rows: limit } = request;
  const tables = recent.map((key) => key.slice(0, key.indexOf('/')));
  const ids = recent.map((key) => key.slice(key.indexOf('/') + 1));
  const isOwn = sql`case when c.tabella_padre is null then c.utente = ${utente}
    else exists (select from cerca p where p.tabella = c.tabella_padre and p.id = c.padre and p.utente = ${utente}) end`;
  const { rows } = await sql<FoundRow>`select c.tabella, c.id, c.valori, c.padre, p.valori as valori_padre
    from (select c.tabella, c.id, c.chiave, c.chiave = any(${exactKeys(request.words)}::text[]) as esatta, r.posto as recente, o.posto as registro
        from cerca c join unnest(${[...order]}::text[]) with ordinality o(tabella, posto) on o.tabella = c.tabella
          left join unnest(${tables}::text[], ${ids}::text[]) with ordinality r(tabella, id, posto) on r.tabella = c.tabella and r.id = c.id
        where ${which} and not c.eliminato
          and not exists (select from cerca p where p.tabella = c.tabella_padre and p.id = c.padre and p.eliminato)
          and (c.tabella = any(${[...all]}::text[]) or c.tabella = any(${[...own]}::text[]) and ${isOwn})
        order by esatta desc, recente nulls last, registro, c.chiave, c.id limit ${limit}) f
      join cerca c on c.tabella = f.tabella and c.id = f.id
      left join cerca p on p.tabella = c.tabella_padre and p.id = c.padre
    order by f.esatta desc, f.recente nulls last, f.registro, f.chiave, f.id`.execute(db);
  return rows;
}
