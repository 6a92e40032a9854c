import { sql, type Kysely } from 'kysely';
import { wordsPattern } from '#contracts/core/words-pattern.ts';
import { contabilitaLavoratori } from '#contracts/jobs/contabilita-lavoratori.ts';
import { replaceTraces, type Traces } from './traces.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- some of the tables are the queue's
type Db = Kysely<any>;

/** Texts and values of a person that the write side is searched for, read from the log while the keys are there. */
export interface ForgetSearch extends Traces {
  /** Register of the person's record. */
  register: string;
  matricola: string;
  /** Fields of that register whose values tell of the person. */
  fields: readonly string[];
  /** Surname and name as they were last. */
  words: readonly string[];
  /** The whole names, for texts outside the database. */
  expressions: readonly RegExp[];
}

/** Deletes what the tables of the write side tell of a person. */
export async function cleanTables(db: Db, wanted: ForgetSearch): Promise<void> {
  const personal = [...wanted.names, ...wanted.parts, ...wanted.values].map(wordsPattern);
  const tells = [...personal, `"${wordsPattern(wanted.matricola)}"`];
  // a finished job does not need its request any more
  await sql<unknown>`update public.processi set dati = '{}'
     where status in ('done', 'annullato') and tipo <> ${contabilitaLavoratori.kind} and dati <> '{}' and dati::text ~* any(${tells}::text[])`.execute(
    db,
  );
  // a failed job without its request cannot be started again: an empty report makes its failure final
  await sql<unknown>`update public.processi set dati = '{}', risultato = case when jsonb_typeof(risultato) <> 'null' then risultato else '{}' end
     where status = 'error' and tipo <> ${contabilitaLavoratori.kind} and dati::text ~* any(${personal}::text[])`.execute(db);
  await sql<unknown>`update public.modifiche set campi = campi - ${wanted.fields}::text[]
     where registro = ${wanted.register}
       and id in (select modifica from public.modifiche_righe where chiave = to_jsonb(${wanted.matricola}::text))`.execute(db);
  await replaceTraces(db, wanted);
}
