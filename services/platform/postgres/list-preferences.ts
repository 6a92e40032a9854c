import { sql, type Kysely } from 'kysely';
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
      const { numAffectedRows } = await sql`insert into public.preferenze as p (utente, lista, contenuto)
        select ${utente}, ${lista}, ${JSON.stringify(contenuto)}::jsonb
        where (select count(*) from public.preferenze where utente = ${utente} and lista <> ${lista}) < ${max}
        on conflict (utente, lista) do update set contenuto = excluded.contenuto, aggiornata = now()`.execute(db);
      return numAffectedRows === 1n;
    },
    /** Deletes all preferences of a person. */
    async forget(utente: string): Promise<void> {
      await tables.deleteFrom('preferenze').where('utente', '=', utente).execute();
    },
  };
}
