import type { Kysely } from 'kysely';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { wordsPattern } from '#contracts/core/words-pattern.ts';
import type { NamedIn } from '#contracts/modules/forget.ts';
import { eb } from '../database/compiled.ts';
import type { ReadDatabase } from '../database.ts';
import type { RegistersByPath } from '../read-tables.ts';
import { ADDED_COLUMN } from '../registers/register.table.ts';

/** Maximum number of records that are named as examples for each register. */
const EXAMPLES = 5;

interface NameSearch {
  /** Surname and name; a text names the person if it holds both as words, in any order. */
  words: readonly string[];
  /** Tells whether a record is the person's own and not to be counted. */
  isOwn(def: AnyRegister, row: Readonly<Record<string, unknown>>): boolean;
}

/** Counts the records whose free texts name a person, by register, with some examples. Deleted records count too. */
export async function namedInTexts(
  db: Kysely<ReadDatabase>,
  { registers }: Pick<Catalogue, 'registers'>,
  asked: NameSearch,
): Promise<NamedIn[]> {
  const words = asked.words.filter((word) => word !== '');
  if (words.length < 2) return [];
  const found: NamedIn[] = [];
  for (const def of registers) {
    const rows = await namingRows(db, def, words);
    const others = rows.filter((row) => !asked.isOwn(def, row));
    if (others.length === 0) continue;
    found.push({
      tabella: def.path,
      etichetta: def.labels.many.charAt(0).toUpperCase() + def.labels.many.slice(1),
      totale: others.length,
      esempi: others
        .slice(0, EXAMPLES)
        .map((row) => ({ id: row[def.key.field] as string | number, campo: labelOf(def, String(row['campo'])) })),
    });
  }
  return found;
}

/** Returns the rows of a register whose texts hold all words, with the name of the first such field as `campo`. */
async function namingRows(
  db: Kysely<ReadDatabase>,
  def: AnyRegister,
  words: readonly string[],
): Promise<Readonly<Record<string, unknown>>[]> {
  const texts = Object.entries(def.fields).flatMap(([name, { kind, added }]) =>
    (kind === 'text' || kind === 'note') && !added ? [name] : [],
  );
  if (texts.length === 0) return [];
  const holds = (field: string) => eb.and(words.map((word) => eb(`r.${field}`, '~*', wordsPattern(word))));
  const first = eb.fn<string>(
    'coalesce',
    texts.map((field) => eb.case().when(holds(field)).then(field).end()),
  );
  const rows = await db
    .withTables<RegistersByPath>()
    .selectFrom(`${def.path} as r`)
    .selectAll('r')
    .select(first.as('campo'))
    .where(eb.or(texts.map(holds)))
    .orderBy(`r.${def.key.field}`)
    .execute();
  return def.takesKinds ? rows.map((row) => ({ ...row, ...(row[ADDED_COLUMN] as object) })) : rows;
}

/** Returns the surnames and names of the other workers, in lower case. */
export async function namesOfOthers(db: Kysely<ReadDatabase>, matricola: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('personale')
    .select(['cognome', 'nome'])
    .where('matricola', '<>', matricola)
    .where(({ not }) => not('eliminato'))
    .execute();
  return new Set(rows.flatMap(({ cognome, nome }) => [cognome, nome]).flatMap((text) => (text ? [text.trim().toLowerCase()] : [])));
}
