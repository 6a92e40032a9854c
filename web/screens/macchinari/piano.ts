import { COMPONENTI, type manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import type { RowOf } from '#web/registers/row.ts';
import type { Next } from './next-due.ts';

const TEXT_COLUMNS = ['marca_e_modello', 'quantita', 'frequenza'] as const;
/** Columns with the intervals. */
const INTERVAL_COLUMNS = ['ogni_ore', 'ogni_mesi'] as const;
export const PIANO_COLUMNS = [...TEXT_COLUMNS, ...INTERVAL_COLUMNS] as const;
type TextColumn = (typeof TEXT_COLUMNS)[number];
export type IntervalColumn = (typeof INTERVAL_COLUMNS)[number];
type PianoColumn = TextColumn | IntervalColumn;
export type PianoValues = Record<TextColumn, string | null> & Record<IntervalColumn, number | null>;

export const isInterval = (column: PianoColumn): column is IntervalColumn => INTERVAL_COLUMNS.some((one) => one === column);

export interface PianoRow {
  componente: string;
  /** Key of the stored row; `null` until first saved. */
  id: string | null;
  versione: number | null;
  valori: PianoValues;
  /** Next maintenance, as the portal computed it. */
  prossima: Next;
}

/** Edited values by row, each with the row as it was read, for its version. */
export type EditedPiano = Readonly<Record<string, { base: PianoRow; valori: PianoValues } | undefined>>;

/** A row of a plan as the portal sends it, with its next maintenance. */
export type StoredRow = RowOf<typeof manutMacchinari> & Next;

/** Returns the twelve rows of a plan, stored or not. Of a component stored twice, the first row counts. */
export function pianoRows(rows: readonly StoredRow[]): PianoRow[] {
  return COMPONENTI.map((componente) => {
    const row = rows.find((one) => one.componente === componente);
    return {
      componente,
      id: row ? String(row.id) : null,
      versione: row?.versione ?? null,
      valori: {
        marca_e_modello: row?.marca_e_modello ?? null,
        quantita: row?.quantita ?? null,
        frequenza: row?.frequenza ?? null,
        ogni_ore: row?.ogni_ore ?? null,
        ogni_mesi: row?.ogni_mesi ?? null,
      },
      prossima: { ore_mancanti: row?.ore_mancanti ?? null, scadenza: row?.scadenza ?? null },
    };
  });
}

export function withWritten(savedRows: EditedPiano, row: PianoRow, column: PianoColumn, value: string | number | null): EditedPiano {
  const present = savedRows[row.componente] ?? { base: row, valori: row.valori };
  return { ...savedRows, [row.componente]: { ...present, valori: { ...present.valori, [column]: value } } };
}

export interface ToSave {
  base: PianoRow;
  /** The changed values. */
  valori: Partial<PianoValues>;
}

/** Rows to send: those with an id are updated, those without are created (part 1, section 4). */
export function toSave(savedRows: EditedPiano): ToSave[] {
  return COMPONENTI.flatMap((componente) => {
    const editedRow = savedRows[componente];
    if (!editedRow) return [];
    const changed = PIANO_COLUMNS.filter((column) => clean(editedRow.valori[column]) !== clean(editedRow.base.valori[column]));
    if (changed.length === 0) return [];
    return [{ base: editedRow.base, valori: Object.fromEntries(changed.map((column) => [column, clean(editedRow.valori[column])])) }];
  });
}

const clean = (value: string | number | null): string | number | null => (typeof value === 'string' && value.trim() === '' ? null : value);
