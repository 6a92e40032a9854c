import { randomUUID } from 'node:crypto';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import type { WriteDatabase } from './write-tables.ts';

/** A record that an import created. */
export interface ImportRow {
  /** Number of its row in the whole file, from 1. */
  number: number;
  register: string;
  key: string | number;
  version: number;
}

export interface ImportOf {
  digest: string;
  file: string;
  registers: readonly string[];
  utente: string;
  rows: number;
}

export interface KnownImport {
  id: string;
  file: string;
  utente: string;
  finished: boolean;
  undone: boolean;
}

/** An import, as the list of imports shows it. */
export interface ListedImport {
  id: string;
  digest: string;
  file: string;
  registers: string[];
  utente: string;
  when: Date;
  finished: boolean;
  undone: boolean;
  rows: number;
  /** Number of records created so far. */
  made: number;
}

/** Returns the store of imports. The same bytes into the same registers count as one import until it is undone. */
export function importsOf(db: Kysely<WriteDatabase>) {
  const tables = db.withSchema('public');
  const find = async (
    where: (eb: ExpressionBuilder<WriteDatabase, 'importazioni'>) => Expression<SqlBool>,
  ): Promise<KnownImport | null> => {
    const row = await tables
      .selectFrom('importazioni')
      .select(['id', 'file', 'utente'])
      .select(({ eb }) => [
        eb('finita', 'is not', null).$castTo<boolean>().as('finished'),
        eb('annullata', 'is not', null).$castTo<boolean>().as('undone'),
      ])
      .where(where)
      .executeTakeFirst();
    return row ?? null;
  };
  const same = (digest: string, registers: readonly string[]): Promise<KnownImport | null> =>
    find(({ and, eb, val }) => and([eb('impronta', '=', digest), eb('registri', '=', val([...registers])), eb('annullata', 'is', null)]));
  return {
    find: (id: string) => find(({ eb }) => eb('id', '=', id)),
    same,
    /** Returns a person's import of a file that is neither finished nor undone; `null` if there is none. */
    unfinished: (digest: string, utente: string) =>
      find(({ and, eb }) =>
        and([eb('impronta', '=', digest), eb('utente', '=', utente), eb('finita', 'is', null), eb('annullata', 'is', null)]),
      ),
    /** Lists imports, newest first: those of one person, or all if `utente` is `null`. */
    async list(utente: string | null, limit: number): Promise<ListedImport[]> {
      return tables
        .selectFrom('importazioni as i')
        .select(['i.id', 'i.impronta as digest', 'i.file', 'i.registri as registers', 'i.utente', 'i.quando as when', 'i.righe as rows'])
        .select(({ eb, fn, selectFrom }) => [
          eb('i.finita', 'is not', null).$castTo<boolean>().as('finished'),
          eb('i.annullata', 'is not', null).$castTo<boolean>().as('undone'),
          selectFrom('importazioni_righe as r')
            .select(fn.countAll<number>().as('made'))
            .whereRef('r.importazione', '=', 'i.id')
            .$asScalar()
            .$notNull()
            .as('made'),
        ])
        .where(({ and, eb }) => and(utente === null ? [] : [eb('i.utente', '=', utente)]))
        .orderBy('i.quando', 'desc')
        .orderBy('i.id')
        .limit(limit)
        .execute();
    },
    async begin({ digest, file, registers, utente, rows }: ImportOf): Promise<KnownImport> {
      const known = await same(digest, registers);
      if (known) return known;
      await tables
        .insertInto('importazioni')
        .values({ id: randomUUID(), file, impronta: digest, registri: [...registers], utente, righe: rows })
        .execute();
      return (await same(digest, registers))!;
    },
    async rows(id: string): Promise<ImportRow[]> {
      return tables
        .selectFrom('importazioni_righe')
        .select(['numero as number', 'registro as register', 'chiave as key', 'versione as version'])
        .where('importazione', '=', id)
        .orderBy('numero')
        .execute();
    },
    async made(id: string, { number, register, key, version }: ImportRow): Promise<void> {
      await tables
        .insertInto('importazioni_righe')
        .values({ importazione: id, numero: number, registro: register, chiave: JSON.stringify(key), versione: version })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async finish(id: string): Promise<void> {
      await tables
        .updateTable('importazioni')
        .set(({ fn }) => ({ finita: fn<Date>('now') }))
        .where('id', '=', id)
        .execute();
    },
    async undone(id: string): Promise<void> {
      await tables
        .updateTable('importazioni')
        .set(({ fn }) => ({ annullata: fn<Date>('now') }))
        .where('id', '=', id)
        .execute();
    },
  };
}
