import { expressionBuilder, sql, type Expression, type Kysely, type SqlBool } from 'kysely';
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

/** Columns of the index that the words are compared with. */
interface IndexedRow {
  chiave: string;
  testo: string;
}

/**
 * Returns the records that contain all words, best first: exact keys, then recently opened ones, then by register. If there are none, long
 * words that no record contains may have one wrong letter. A single letter is the beginning of a key. Without words it returns the recently
 * opened records.
 */
export async function findRecords(db: Kysely<ReadDatabase>, request: SearchRequest): Promise<FoundRow[]> {
  const words = wordsOf(request.words);
  if (words.length === 0) return request.recent.length === 0 ? [] : select(db, request, eb('r.posto', 'is not', null));
  const [word = ''] = words;
  // nearly every record has a word that begins with a given letter
  if (words.length === 1 && word.length === 1) return select(db, request, eb('c.chiave', 'like', `${word}%`));
  const found = await select(db, request, eb.and(words.map(contains)));
  if (found.length > 0) return found;
  const unknown = await unknownWords(db, words);
  if (unknown.size === 0) return [];
  const having = words.map((word) => (unknown.has(word) ? containsMistaken(word) : contains(word)));
  return select(db, request, eb.and(having));
}

/** Builds expressions on a row `c` of the index, and on the place `r` of a recently opened record. */
const eb = expressionBuilder<{ c: IndexedRow; r: { posto: number } }, 'c' | 'r'>();

const likeAny = (text: Expression<string>, patterns: readonly string[]) => eb(text, 'like', eb.fn.any(eb.val(patterns)));

/** Finds candidates by the halves of the word in the index; the many exact patterns are for the candidates, so they use no index. */
const containsMistaken = (word: string): Expression<SqlBool> =>
  eb.and([
    likeAny(eb.ref('c.testo'), mistakeHalves(word)),
    likeAny(eb.parens('c.testo', '||', sql.lit('')), likePatterns(word, 'one-mistake')),
  ]);

const contains = (word: string): Expression<SqlBool> => eb('c.testo', 'like', likePatterns(word, 'exact')[0]!);

/** Returns the words that no record contains, of words that no record contains together. */
async function unknownWords(db: Kysely<ReadDatabase>, words: readonly string[]): Promise<Set<string>> {
  if (words.length === 1) return new Set(words);
  // for exists() PostgreSQL would read the table in its order, hoping for an early hit, and not the index
  const known = words.map((word, at) =>
    db
      .withTables<{ cerca: IndexedRow }>()
      .selectFrom('cerca as c')
      .select((of) => of(of.fn.countAll(), '>', of.lit(0)).as('known'))
      .where(contains(word))
      .as(String(at)),
  );
  const found = await db.selectNoFrom(known).executeTakeFirstOrThrow();
  return new Set(words.filter((_, at) => found[at] === false));
}

/** Returns the keys that count as typed exactly: all words together, or one of them beside others, as in "cantiere 0420". */
const exactKeys = (text: string): string[] => [compact(text), ...wordsOf(text).map(compact)];

/** Reads the first of the visible records that meet `which`, and then their values, so that only keys are sorted. */
async function select(db: Kysely<ReadDatabase>, request: SearchRequest, which: Expression<SqlBool>): Promise<FoundRow[]> {
  const { all, own, utente, order, recent, rows: limit } = request;
  const tables = recent.map((key) => key.slice(0, key.indexOf('/')));
  const ids = recent.map((key) => key.slice(key.indexOf('/') + 1));
  const { rows } = await sql<FoundRow>`select c.tabella, c.id, c.valori, c.padre, p.valori as valori_padre
    from (select c.tabella, c.id, c.chiave, c.chiave = any(${exactKeys(request.words)}::text[]) as esatta, r.posto as recente, o.posto as registro
        from cerca c join unnest(${[...order]}::text[]) with ordinality o(tabella, posto) on o.tabella = c.tabella
          left join unnest(${tables}::text[], ${ids}::text[]) with ordinality r(tabella, id, posto) on r.tabella = c.tabella and r.id = c.id
        where ${which} and not c.eliminato
          and not exists (select from cerca p where p.tabella = c.tabella_padre and p.id = c.padre and p.eliminato)
          and (c.tabella = any(${[...all]}::text[]) or c.tabella = any(${[...own]}::text[]) and
            case when c.tabella_padre is null then c.utente = ${utente}
              else exists (select from cerca p where p.tabella = c.tabella_padre and p.id = c.padre and p.utente = ${utente}) end)
        order by esatta desc, recente nulls last, registro, c.chiave, c.id limit ${limit}) f
      join cerca c on c.tabella = f.tabella and c.id = f.id
      left join cerca p on p.tabella = c.tabella_padre and p.id = c.padre
    order by f.esatta desc, f.recente nulls last, f.registro, f.chiave, f.id`.execute(db);
  return rows;
}
