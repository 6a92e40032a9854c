import { sql, type Kysely } from 'kysely';
import type { KnownPreference, Preference } from '#contracts/core/list-preferences.ts';
import type { WriteDatabase } from './write-tables.ts';

/** Columns and density of lists, as each person set them. */
export function listPreferences(db: Kysely<WriteDatabase>) {
  const tables = db.withSchema('public');
  return {
    /** Returns what a person set, of one list or of all. */
    of(utente: string, list?: string): Promise<KnownPreference[]> {
      const all = tables.selectFrom('preferenze').select(['lista', 'contenuto']).where('utente', '=', utente).orderBy('lista');
      return (list === undefined ? all : all.where('lista', '=', list)).execute();
    },
    /** Stores what a person set. Returns false if the person has `max` other lists already. */
    async put(utente: string, { lista, contenuto }: { lista: string; contenuto: Preference }, max: number): Promise<boolean> {
      const { numAffectedRows } = await sql`insert into public.preferenze as p (utente, lista, contenuto)
        select ${utente}, ${lista}, ${JSON.stringify(contenuto)}::jsonb
        where (select count(*) from public.preferenze where utente = ${utente} and lista <> ${lista}) < ${max}
        on conflict (utente, lista) do update set contenuto = excluded.contenuto, aggiornata = now()`.execute(db);
      return numAffectedRows === 1n;
    },
    /** Deletes everything that a person set. */
    async forget(utente: string): Promise<void> {
      await tables.deleteFrom('preferenze').where('utente', '=', utente).execute();
    },
  };
}
