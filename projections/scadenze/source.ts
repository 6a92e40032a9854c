import { romeDate } from '#contracts/core/dates.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { evolveRecord } from '#contracts/core/record-state.ts';
import type { Fact } from '../engine/facts.ts';
import { columnValue } from '../registers/row.ts';

/** A machine, a plan's row, a maintenance record or an excise record, with the values that deadlines need. */
export interface Source {
  tabella: string;
  id: string;
  versione: number;
  esiste: boolean;
  /** Machine to which the record belongs. */
  matricola: string | null;
  valori: Values;
}

/** Fields that deadlines need, by register, and the field that is a reading of the hours. */
const FIELDS: Record<string, { ore?: string; campi: readonly string[] }> = {
  macchinari: { ore: 'ore_km', campi: ['descrizione', 'ore_km'] },
  manutenzioni: { ore: 'ore_km', campi: ['matricola', 'data', 'tipologia', 'ore_km', 'manutenzione', 'ore_scadenza'] },
  accise: { ore: 'ore', campi: ['matricola', 'data', 'ore'] },
  manutMacchinari: { campi: ['matricola', 'componente', 'ogni_ore', 'ogni_mesi'] },
};

const NUMBERS = new Set(['ore_km', 'ore', 'ore_scadenza', 'ogni_ore', 'ogni_mesi']);
/** Kind of a maintenance record that is only a reading of the hours, not work. */
export const READING = 'Lettura';

/** Fields that must be positive integers. */
const INTERVALS = new Set(['ogni_ore', 'ogni_mesi']);

export function evolveSource(before: Source | undefined, { event, change }: Fact): Source {
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
  const values: Values = {};
  for (const field of FIELDS[table]?.campi ?? []) values[field] = valid(field, after.values[field]);
  if (table === 'manutMacchinari') values['dal'] = monthsFrom(before?.valori, values['ogni_mesi'], event.metadata.at);
  const matricola = table === 'macchinari' ? id : (values['matricola'] as string | null);
  return { tabella: table, id, versione: after.version, esiste: after.exists, matricola, valori: values };
}

/** Returns the day on which the plan's row first set months; a later change of the number keeps that day. */
function monthsFrom(before: Values | undefined, mesi: Values[string] | undefined, at: string): string | null {
  if (mesi === null || mesi === undefined) return null;
  return typeof before?.['dal'] === 'string' ? before['dal'] : romeDate(new Date(at));
}

/** Checks whether both states lead to the same deadlines, which is so for most events. */
export const tellsTheSame = (a: Source, b: Source): boolean =>
  a.esiste === b.esiste &&
  a.matricola === b.matricola &&
  a.valori['dal'] === b.valori['dal'] &&
  (FIELDS[a.tabella]?.campi ?? []).every((field) => a.valori[field] === b.valori[field]);

export const sourceRow = (source: Source): Record<string, unknown> => ({
  ...source,
  data: source.valori['data'] ?? null,
  ore: source.valori[FIELDS[source.tabella]?.ore ?? ''] ?? null,
});

/** Returns an interval of a plan's row; `null` for anything but a positive integer. */
export const intervalOf = (value: unknown): number | null => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null);

/** Validates a recorded value; an invalid one counts as none. */
function valid(field: string, value: Values[string] | undefined): Values[string] {
  if (value === undefined || value === null) return null;
  if (INTERVALS.has(field)) return intervalOf(value);
  if (NUMBERS.has(field)) return typeof value === 'number' && Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  return field === 'data' ? columnValue(value, 'date') : value;
}
