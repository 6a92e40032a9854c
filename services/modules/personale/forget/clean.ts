import { sql, type Kysely } from 'kysely';
import { wordsPattern } from '#contracts/core/words-pattern.ts';
import { contabilitaLavoratori } from '#contracts/jobs/contabilita-lavoratori.ts';
import { forgottenName } from '#contracts/modules/forget.ts';
import { personale } from '#contracts/registers/personale.ts';
import { replaceTraces, type Traces } from '#services/platform/forget/traces.ts';
import type { Person } from './person.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- some of the tables are the queue's
type Db = Kysely<any>;

/** What the write side is searched for, read from the log while the keys are there. */
export interface Wanted extends Traces {
  matricola: string;
  /** Surname and name as they were last. */
  words: readonly string[];
  /** Values that alone tell of the person: the dates of birth and document numbers. */
  values: readonly string[];
  /** The whole names, for texts outside the database. */
  expressions: readonly RegExp[];
}

/** Fields whose values alone tell of the person. */
const TELLING = ['data_nascita', 'documenti_ce'];

/** Returns what the write side is searched for. `shared`: surnames and names that other workers have too. */
export function wantedOf(person: Person, shared: ReadonlySet<string>): Wanted {
  const { matricola, names, folders, operators, events } = person;
  const whole = [
    ...names.flatMap(({ cognome, nome }) => (cognome && nome ? [`${cognome} ${nome}`, `${nome} ${cognome}`] : [])),
    ...operators.flatMap(({ descrizioni }) => descrizioni.filter((text) => text.includes(' '))),
  ];
  const single = [
    ...names.flatMap(({ cognome, nome }) => [cognome, nome]),
    ...operators.flatMap(({ descrizioni }) => descrizioni.filter((text) => !text.includes(' '))),
  ].filter((text) => text.length > 1 && !shared.has(text.toLowerCase()));
  const paths = folders.filter((folder) => !folder.endsWith('__'));
  const values = events.flatMap(({ data }) => TELLING.map((field) => data[field]));
  return {
    matricola,
    words: Object.values(names.at(-1) ?? {}).filter((word) => word !== ''),
    names: [...new Set([...paths, ...whole])].map(wordsPattern),
    parts: [...new Set(single)].map(wordsPattern),
    replacement: forgottenName(matricola),
    values: [...new Set(values.filter((value): value is string => typeof value === 'string' && value.length > 3))],
    expressions: [...new Set([...paths, ...whole])].map((text) => new RegExp(wordsPattern(text), 'i')),
  };
}

/** Deletes what the tables of the write side tell of a person. Returns the tables that were changed. */
export async function cleanTables(db: Db, wanted: Wanted): Promise<string[]> {
  const touched = new Set<string>();
  const note = async (table: string, change: Promise<{ numAffectedRows?: bigint }>): Promise<void> => {
    if (((await change).numAffectedRows ?? 0n) > 0n) touched.add(table);
  };
  const tells = [...wanted.names, ...wanted.values.map(wordsPattern), `"${wordsPattern(wanted.matricola)}"`];
  // a finished job does not need its request any more
  await note(
    'processi',
    sql`update public.processi set dati = '{}'
         where status in ('done', 'annullato') and tipo <> ${contabilitaLavoratori.kind} and dati <> '{}' and dati::text ~* any(${tells}::text[])`.execute(
      db,
    ),
  );
  await note(
    'modifiche',
    sql`update public.modifiche set campi = campi - ${[...TELLING, 'nome', 'cognome']}::text[]
         where registro = ${personale.path}
           and id in (select modifica from public.modifiche_righe where chiave = to_jsonb(${wanted.matricola}::text))`.execute(db),
  );
  for (const table of await replaceTraces(db, wanted)) touched.add(table);
  return [...touched];
}
