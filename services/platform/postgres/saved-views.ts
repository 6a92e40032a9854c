import type { Kysely, Transaction } from 'kysely';
import type { SavedView } from '#contracts/core/saved-view.ts';
import type { WriteDatabase } from './write-tables.ts';

/** A version of a view, as its history shows it. */
export type ViewVersion = Pick<
  SavedView,
  'versione' | 'nome' | 'contenuto' | 'condivisa' | 'gruppo' | 'predefinita' | 'modificato' | 'modificato_da'
>;

type Row = Omit<SavedView, 'modificato'> & { modificato: Date };
type NewView = Omit<SavedView, 'versione' | 'modificato'>;

const asView = ({ modificato, ...row }: Row): SavedView => ({ ...row, modificato: modificato.toISOString() });

/** Returns the store of saved views of lists. The caller checks who may see or change a view. */
export function savedViews(db: Kysely<WriteDatabase>) {
  const tables = db.withSchema('public');
  return {
    async of(tabella: string): Promise<SavedView[]> {
      const rows = await tables.selectFrom('viste').selectAll().where('tabella', '=', tabella).orderBy('id').execute();
      return rows.map(asView);
    },
    async find(id: number): Promise<SavedView | null> {
      const row = await tables.selectFrom('viste').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? asView(row) : null;
    },
    async count(utente: string): Promise<number> {
      const { n } = await tables
        .selectFrom('viste')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .where('utente', '=', utente)
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    /** Stores a new view. Does nothing if the view's id is already stored, since the request was repeated. */
    create(view: NewView, now: Date): Promise<void> {
      return db.transaction().execute(async (tx) => {
        const row = { ...view, contenuto: JSON.stringify(view.contenuto), versione: 1, modificato: now };
        const { numInsertedOrUpdatedRows: inserted } = await tx
          .withSchema('public')
          .insertInto('viste')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow();
        if (inserted === 1n) await keepVersion(tx, view.id);
      });
    },
    /** Stores a view's new state. Returns false if its version is no longer `versione`. */
    change(view: NewView, versione: number, now: Date): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const { id, nome, condivisa, gruppo, predefinita, modificato_da } = view;
        const { numUpdatedRows: updated } = await tx
          .withSchema('public')
          .updateTable('viste')
          .set({ nome, condivisa, gruppo, predefinita, modificato_da, contenuto: JSON.stringify(view.contenuto) })
          .set({ versione: versione + 1, modificato: now })
          .where('id', '=', id)
          .where('versione', '=', versione)
          .executeTakeFirstOrThrow();
        if (updated === 1n) await keepVersion(tx, id);
        return updated === 1n;
      });
    },
    /** Deletes a view with its versions. Returns false if its version is no longer `versione`. */
    async remove(id: number, versione: number): Promise<boolean> {
      const { numDeletedRows } = await tables.deleteFrom('viste').where('id', '=', id).where('versione', '=', versione).executeTakeFirst();
      return numDeletedRows === 1n;
    },
    /** Returns the versions of a view, newest first. */
    async versions(id: number): Promise<ViewVersion[]> {
      const rows = await tables
        .selectFrom('viste_versioni')
        .select(['versione', 'nome', 'contenuto', 'condivisa', 'gruppo', 'predefinita', 'modificato', 'modificato_da'])
        .where('vista', '=', id)
        .orderBy('versione', 'desc')
        .execute();
      return rows.map(({ modificato, ...row }) => ({ ...row, modificato: modificato.toISOString() }));
    },
    /** Returns the id of the view with which a person opens a list; `null` if the person chose none. */
    async chosen(utente: string, tabella: string): Promise<number | null> {
      const query = tables.selectFrom('viste_predefinite').select('vista').where('utente', '=', utente).where('tabella', '=', tabella);
      return (await query.executeTakeFirst())?.vista ?? null;
    },
    /** Sets the view with which a person opens a list; `null` removes the choice. */
    async choose(utente: string, tabella: string, view: number | null): Promise<void> {
      if (view === null) {
        await tables.deleteFrom('viste_predefinite').where('utente', '=', utente).where('tabella', '=', tabella).execute();
        return;
      }
      await tables
        .insertInto('viste_predefinite')
        .values({ utente, tabella, vista: view })
        .onConflict((conflict) => conflict.columns(['utente', 'tabella']).doUpdateSet({ vista: view }))
        .execute();
    },
    /** Deletes a person's private views and choices. Shared views stay. */
    async forget(utente: string): Promise<void> {
      await tables.deleteFrom('viste_predefinite').where('utente', '=', utente).execute();
      await tables.deleteFrom('viste').where('utente', '=', utente).where('condivisa', '=', 'no').execute();
    },
  };
}

async function keepVersion(tx: Transaction<WriteDatabase>, id: number): Promise<void> {
  await tx
    .withSchema('public')
    .insertInto('viste_versioni')
    .columns(['vista', 'versione', 'nome', 'contenuto', 'condivisa', 'gruppo', 'predefinita', 'modificato', 'modificato_da'])
    .expression(({ selectFrom }) =>
      selectFrom('viste')
        .select(['id', 'versione', 'nome', 'contenuto', 'condivisa', 'gruppo', 'predefinita', 'modificato', 'modificato_da'])
        .where('id', '=', id),
    )
    .execute();
}
