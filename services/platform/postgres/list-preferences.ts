import type { Kysely } from 'kysely';
import type { KnownPreference, Preference } from '#contracts/core/list-preferences.ts';
import type { WriteDatabase } from './write-tables.ts';

/** Returns the store of each person's columns and density of lists. */
export function listPreferences(db: Kysely<WriteDatabase>) {
  const tables = db.withSchema('public');
  return {
    /** Returns a person's preferences for one list or for all. */
    of(utente: string, list?: string): Promise<KnownPreference[]> {
      const all = tables.selectFrom('preferenze').select(['lista', 'contenuto']).where('utente', '=', utente).orderBy('lista');
      return (list === undefined ? all : all.where('lista', '=', list)).execute();
    },
    /** Stores a person's preferences for a list. Returns false if the person already has `max` other lists. */
    async put(utente: string, { lista, contenuto }: { lista: string; contenuto: Preference }, max: number): Promise<boolean> {
      const otherLists = tables
        .selectFrom('preferenze')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('utente', '=', utente)
        .where('lista', '<>', lista);
      const preference = tables
        .selectNoFrom(({ cast, val }) => [
          val(utente).as('utente'),
          val(lista).as('lista'),
          cast<string>(val(JSON.stringify(contenuto)), 'jsonb').as('contenuto'),
        ])
        .where(({ eb, val }) => eb(val(max), '>', otherLists));
      const { numInsertedOrUpdatedRows: stored } = await tables
        .insertInto('preferenze')
        .columns(['utente', 'lista', 'contenuto'])
        .expression(preference)
        .onConflict((conflict) =>
          conflict
            .columns(['utente', 'lista'])
            .doUpdateSet(({ fn, ref }) => ({ contenuto: ref('excluded.contenuto'), aggiornata: fn<Date>('now') })),
        )
        .executeTakeFirstOrThrow();
      return stored === 1n;
    },
    /** Deletes all preferences of a person. */
    async forget(utente: string): Promise<void> {
      await tables.deleteFrom('preferenze').where('utente', '=', utente).execute();
    },
  };
}
