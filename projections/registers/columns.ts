import { sql, type RawBuilder } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { TipoColonna } from '../engine/bulk.ts';
import { colonneValori } from './register.table.ts';

/** Something a list can be sorted by; filtered by as well, unless it is `calcolata`. */
export interface ColonnaElenco {
  nome: string;
  tipo: TipoColonna;
  calcolata?: RawBuilder<unknown>;
}

/** What the rows of a register carry beside its fields, made from other read tables. */
const CALCOLATE: Record<string, readonly ColonnaElenco[]> = {
  macchinari: [
    { nome: 'ore_tot', tipo: 'numeric', calcolata: sql`ore_km` },
    {
      nome: 'manutenzione_oltre',
      tipo: 'numeric',
      // hours past the figure of the item that is most overdue
      calcolata: sql`(select max(-s.ore_mancanti) from scadenze_manutenzione s where s.matricola = r.matricola and s.ore_mancanti <= 0)`,
    },
  ],
};

const DI_SERVIZIO: readonly ColonnaElenco[] = [
  { nome: 'utente', tipo: 'text' },
  { nome: 'versione', tipo: 'integer' },
];

export const calcolateDi = (def: AnyRegister): readonly ColonnaElenco[] => CALCOLATE[def.path] ?? [];

/** Columns that a list can be filtered by. */
export const colonneFiltro = (def: AnyRegister): Map<string, ColonnaElenco> =>
  new Map([...colonneValori(def), ...DI_SERVIZIO].map((c) => [c.nome, c]));

/** Columns that a list can be sorted by. */
export const colonneOrdine = (def: AnyRegister): Map<string, ColonnaElenco> =>
  new Map([...colonneFiltro(def), ...calcolateDi(def).map((c) => [c.nome, c] as const)]);

/** A row as it goes out: the table is called `r` in the statement. */
export function selezione(def: AnyRegister): RawBuilder<unknown> {
  const nomi = [...colonneFiltro(def).keys(), 'archivio', 'creato', 'modificato', 'modificato_da'];
  const calcolate = calcolateDi(def).map((c) => sql`${c.calcolata} as ${sql.id(c.nome)}`);
  return sql.join([...nomi.map((nome) => sql`r.${sql.id(nome)}`), ...calcolate]);
}

/** A record on the wire: key and fields by name, and what the portal knows about it. */
export type RigaElenco = Record<string, unknown> & {
  utente: string;
  versione: number;
  archivio: Record<string, unknown>;
  /** ISO instants. */
  creato: string;
  modificato: string;
  modificato_da: string;
};

export const sulFilo = (riga: Record<string, unknown>): RigaElenco => ({
  ...(riga as RigaElenco),
  creato: (riga['creato'] as Date).toISOString(),
  modificato: (riga['modificato'] as Date).toISOString(),
});
