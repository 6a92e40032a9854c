import { romeDate } from '#contracts/core/dates.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { evolveRecord } from '#contracts/core/record-state.ts';
import type { ValuesOf } from '#contracts/core/typed-record.ts';
import { accise } from '#contracts/registers/accise.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import type { RecordEvent } from '../engine/record-events.ts';
import { columnValue } from '../registers/row.ts';

type Machine = Pick<ValuesOf<typeof macchinari>, 'descrizione' | 'ore_km'>;
type Maintenance = Pick<ValuesOf<typeof manutenzioni>, 'matricola' | 'data' | 'tipologia' | 'ore_km' | 'manutenzione' | 'ore_scadenza'>;
type Excise = Pick<ValuesOf<typeof accise>, 'matricola' | 'data' | 'ore'>;
type PlanRow = Pick<ValuesOf<typeof manutMacchinari>, 'matricola' | 'componente' | 'ogni_ore' | 'ogni_mesi'>;

/** Values that deadlines need, of whichever register. `dal`: day on which a plan's row first set months. */
export type SourceValues = Machine & Maintenance & Excise & PlanRow & { dal?: string | null };
type SourceField = Exclude<keyof SourceValues, 'dal'>;

/** A machine, a plan's row, a maintenance record or an excise record, with the values that deadlines need. */
export interface Source {
  tabella: string;
  id: string;
  versione: number;
  esiste: boolean;
  /** Machine to which the record belongs. */
  matricola: string | null;
  valori: SourceValues;
}

/** Fields that deadlines need, by register, and the field that is a reading of the hours. */
const FIELDS: Record<string, { ore?: SourceField; campi: readonly SourceField[] }> = {
  [macchinari.path]: { ore: 'ore_km', campi: ['descrizione', 'ore_km'] },
  [manutenzioni.path]: { ore: 'ore_km', campi: ['matricola', 'data', 'tipologia', 'ore_km', 'manutenzione', 'ore_scadenza'] },
  [accise.path]: { ore: 'ore', campi: ['matricola', 'data', 'ore'] },
  [manutMacchinari.path]: { campi: ['matricola', 'componente', 'ogni_ore', 'ogni_mesi'] },
};

const NUMBERS: ReadonlySet<string> = new Set<SourceField>(['ore_km', 'ore', 'ore_scadenza', 'ogni_ore', 'ogni_mesi']);
/** Kind of a maintenance record that is only a reading of the hours, not work. */
export const METER_READING = 'Lettura';

/** Fields that must be positive integers. */
const INTERVALS: ReadonlySet<string> = new Set<SourceField>(['ogni_ore', 'ogni_mesi']);

export function evolveSource(before: Source | undefined, { event, change }: RecordEvent): Source {
  const { table, id } = change;
  const base = before && {
    table,
    id,
    exists: before.esiste,
    values: before.valori,
    version: before.versione,
    utente: '',
    created: '',
    modified: '',
    modifiedBy: '',
    files: {},
    parentDeleted: false,
  };
  const after = evolveRecord(base, change, event);
  const entries = (FIELDS[table]?.campi ?? []).map((field) => [field, valid(field, after.values[field])]);
  const values = Object.fromEntries(entries) as SourceValues;
  if (table === manutMacchinari.path) values.dal = monthsFrom(before?.valori, values.ogni_mesi, event.metadata.at);
  const matricola = table === macchinari.path ? id : (values.matricola ?? null);
  return { tabella: table, id, versione: after.version, esiste: after.exists, matricola, valori: values };
}

/** Returns the day on which the plan's row first set months; a later change of the number keeps that day. */
function monthsFrom(before: SourceValues | undefined, mesi: number | null | undefined, at: string): string | null {
  if (mesi === null || mesi === undefined) return null;
  return before?.dal ?? romeDate(new Date(at));
}

/** Checks whether both states lead to the same deadlines, which is so for most events. */
export const tellsTheSame = (a: Source, b: Source): boolean =>
  a.esiste === b.esiste &&
  a.matricola === b.matricola &&
  a.valori.dal === b.valori.dal &&
  (FIELDS[a.tabella]?.campi ?? []).every((field) => a.valori[field] === b.valori[field]);

export function sourceRow(source: Source): Record<string, unknown> {
  const hours = FIELDS[source.tabella]?.ore;
  return { ...source, data: source.valori.data ?? null, ore: hours === undefined ? null : (source.valori[hours] ?? null) };
}

/** Returns an interval of a plan's row; `null` for anything but a positive integer. */
export const intervalOf = (value: unknown): number | null => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null);

/** Validates a recorded value; an invalid one counts as none. */
function valid(field: SourceField, value: Values[string] | undefined): Values[string] {
  if (value === undefined || value === null) return null;
  if (INTERVALS.has(field)) return intervalOf(value);
  if (NUMBERS.has(field)) return typeof value === 'number' && Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  return field === 'data' ? columnValue(value, 'date') : value;
}
