import { sql, type RawBuilder } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ColumnType } from '../engine/bulk.ts';
import { valuesColumns } from './register.table.ts';

/** Something a list can be sorted by; filtered by as well, unless it is `computed`. */
export interface ListColumn {
  name: string;
  type: ColumnType;
  computed?: RawBuilder<unknown>;
}

/** Hours past the figure of the item that is most overdue, for whatever has a matricola that is in the list of deadlines. */
const MANUTENZIONE_DUE: ListColumn = {
  name: 'manutenzione_oltre',
  type: 'numeric',
  computed: sql`(select max(-s.ore_mancanti) from scadenze_manutenzione s where s.matricola = r.matricola and s.ore_mancanti <= 0)`,
};

/** Hours now: the highest that the machine, its maintenance or its excise records tell. */
const HOURS_NOW: ListColumn = {
  name: 'ore_tot',
  type: 'numeric',
  computed: sql`(select max(f.ore) from scadenze_fonti f where f.matricola = r.matricola and f.esiste)`,
};

/** What the rows of a register carry beside its fields, made from other read tables. */
const COMPUTED: Record<string, readonly ListColumn[]> = {
  macchinari: [HOURS_NOW, MANUTENZIONE_DUE],
  personale: [MANUTENZIONE_DUE],
};

const INTERNAL: readonly ListColumn[] = [
  { name: 'utente', type: 'text' },
  { name: 'versione', type: 'integer' },
];

export const computedOf = (def: AnyRegister): readonly ListColumn[] => COMPUTED[def.path] ?? [];

/** Columns that a list can be filtered by. */
export const filterColumns = (def: AnyRegister): Map<string, ListColumn> =>
  new Map([...valuesColumns(def), ...INTERNAL].map((c) => [c.name, c]));

/** Columns that a list can be sorted by. */
export const orderColumns = (def: AnyRegister): Map<string, ListColumn> =>
  new Map([...filterColumns(def), ...computedOf(def).map((c) => [c.name, c] as const)]);

/** A row as it goes out: the table is called `r` in the statement. */
export function selezione(def: AnyRegister): RawBuilder<unknown> {
  const names = [...filterColumns(def).keys(), 'archivio', 'creato', 'modificato', 'modificato_da'];
  const computed = computedOf(def).map((c) => sql`${c.computed} as ${sql.id(c.name)}`);
  return sql.join([...names.map((name) => sql`r.${sql.id(name)}`), ...computed]);
}

/** A record on the wire: key and fields by name, and what the portal knows about it. */
export type ListRow = Record<string, unknown> & {
  utente: string;
  versione: number;
  archivio: Record<string, unknown>;
  /** ISO instants. */
  creato: string;
  modificato: string;
  modificato_da: string;
};

export const onTheWire = (row: Record<string, unknown>): ListRow => ({
  ...(row as ListRow),
  creato: (row['creato'] as Date).toISOString(),
  modificato: (row['modificato'] as Date).toISOString(),
});
