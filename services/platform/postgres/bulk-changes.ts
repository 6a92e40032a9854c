import { sql, type Kysely } from 'kysely';
import type { Values } from '#contracts/core/define-register.ts';
import type { OutcomeKind } from '#contracts/ports/bulk-changes.ts';
import type { WriteDatabase } from './write-tables.ts';

/** A record that a change of many records is to change. */
export interface ChangeRow {
  /** Number from 1, in the order of the change. */
  number: number;
  key: string | number;
  /** Version that the person has seen; `null` if none was sent. */
  version: number | null;
}

export interface RowOutcome {
  number: number;
  outcome: OutcomeKind;
  refusal?: string | null;
  left?: readonly string[];
}

export interface NewChange {
  id: string;
  register: string;
  values: Values;
  utente: string;
  allOrNone: boolean;
  /** Id of the change that this one takes back. */
  takesBack: string | null;
}

export interface KnownChange extends NewChange {
  when: Date;
  finished: boolean;
}

export interface ChangeCounts {
  rows: number;
  done: number;
  refused: number;
}

/** A change that has ended. */
export interface EndedChange {
  id: string;
  register: string;
  utente: string;
  /** Groups of its entries in the folded trail. */
  groups: string[];
  /** Number of records that it changed. */
  done: number;
}

/** Row of a change with its outcome; `outcome` is `null` until the row is done. */
export interface DoneRow extends ChangeRow {
  outcome: OutcomeKind | null;
  refusal: string | null;
  left: string[];
}

const DONE: readonly OutcomeKind[] = ['fatto', 'invariato'];

/** Returns the store of changes of many records, with the outcome of each row. */
export function bulkChangesOf(db: Kysely<WriteDatabase>) {
  const rowsOf = (id: string) => {
    const rows = db.withSchema('public').selectFrom('modifiche_righe').where('modifica', '=', id);
    return rows.select([
      'numero as number',
      'chiave as key',
      'versione as version',
      'esito as outcome',
      'rifiuto as refusal',
      'lasciati as left',
    ]);
  };
  return {
    /** Stores a change with its rows. Does nothing if a change with this id is already stored. */
    async begin(change: NewChange, rows: readonly Omit<ChangeRow, 'number'>[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const { id, register, values, utente, allOrNone, takesBack } = change;
        const { numInsertedOrUpdatedRows: inserted } = await tx
          .withSchema('public')
          .insertInto('modifiche')
          .values({ id, registro: register, campi: JSON.stringify(values), utente, tutti: allOrNone, annulla: takesBack, finita: null })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow();
        if (inserted !== 1n) return;
        await sql<unknown>`insert into public.modifiche_righe (modifica, numero, chiave, versione)
          select ${id}, r.numero, r.riga -> 'key', (r.riga ->> 'version')::integer
          from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as r (riga, numero)`.execute(tx);
      });
    },
    async find(id: string): Promise<KnownChange | null> {
      const found = await db.withSchema('public').selectFrom('modifiche').selectAll().where('id', '=', id).executeTakeFirst();
      if (!found) return null;
      const { registro, campi, utente, tutti, annulla, quando, finita } = found;
      return {
        id,
        register: registro,
        values: campi,
        utente,
        allOrNone: tutti,
        takesBack: annulla,
        when: quando,
        finished: finita !== null,
      };
    },
    /** Returns rows in the order of the change: all, those with an outcome, or those still to do (`outcome: null`). */
    async rows(
      id: string,
      { outcome, limit, offset = 0 }: { outcome?: OutcomeKind | null; limit?: number; offset?: number } = {},
    ): Promise<DoneRow[]> {
      let query = rowsOf(id).orderBy('numero').offset(offset);
      if (outcome === null) query = query.where('esito', 'is', null);
      else if (outcome !== undefined) query = query.where('esito', '=', outcome);
      if (limit !== undefined) query = query.limit(limit);
      return query.execute();
    },
    /** Stores the outcomes of rows, in one statement. */
    async note(id: string, outcomes: readonly RowOutcome[]): Promise<void> {
      if (outcomes.length === 0) return;
      await sql<unknown>`update public.modifiche_righe r set esito = o.outcome, rifiuto = o.refusal,
          lasciati = coalesce((select array_agg(campo) from jsonb_array_elements_text(coalesce(o."left", '[]')) as campo), '{}')
        from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (number integer, outcome text, refusal text, "left" jsonb)
        where r.modifica = ${id} and r.numero = o.number`.execute(db);
    },
    /** Sets the outcome of all rows that are still to do. */
    async skip(id: string, outcome: OutcomeKind): Promise<void> {
      await db
        .withSchema('public')
        .updateTable('modifiche_righe')
        .set({ esito: outcome })
        .where('modifica', '=', id)
        .where('esito', 'is', null)
        .execute();
    },
    /** Marks a change as ended, and stores the groups of its entries in the folded trail. */
    async finish(id: string, groups: readonly string[]): Promise<void> {
      await db
        .withSchema('public')
        .updateTable('modifiche')
        .set({ finita: new Date(), gruppi: [...groups] })
        .where('id', '=', id)
        .execute();
    },
    /** Returns the ended changes with entries in these groups that changed something and were not taken back. */
    async toTakeBack(groups: readonly string[]): Promise<EndedChange[]> {
      if (groups.length === 0) return [];
      return db
        .withSchema('public')
        .selectFrom('modifiche as m')
        .innerJoin('modifiche_righe as r', 'r.modifica', 'm.id')
        .where('r.esito', '=', 'fatto')
        .where('m.finita', 'is not', null)
        .where(({ eb, val }) => eb('m.gruppi', '&&', val([...groups])))
        .where(({ exists, not, selectFrom }) =>
          not(exists(selectFrom('modifiche as later').whereRef('later.annulla', '=', 'm.id').select('later.id'))),
        )
        .groupBy('m.id')
        .select(({ fn }) => ['m.id', 'm.utente', 'm.registro as register', 'm.gruppi as groups', fn.countAll<number>().as('done')])
        .execute();
    },
    counts(id: string): Promise<ChangeCounts> {
      return db
        .withSchema('public')
        .selectFrom('modifiche_righe')
        .where('modifica', '=', id)
        .select(({ fn }) => [
          fn.countAll<number>().as('rows'),
          fn.countAll<number>().filterWhere('esito', 'in', DONE).as('done'),
          fn.countAll<number>().filterWhere('esito', '=', 'rifiutato').as('refused'),
        ])
        .executeTakeFirstOrThrow();
    },
  };
}
