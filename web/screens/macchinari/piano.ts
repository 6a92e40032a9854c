import { COMPONENTI } from '#contracts/registers/manut-macchinari.ts';
import type { Row } from '#web/registers/list/columns.ts';

export const PIANO_COLUMNS = ['marca_e_modello', 'quantita', 'frequenza'] as const;
type PianoColumn = (typeof PIANO_COLUMNS)[number];
export type PianoValues = Record<PianoColumn, string | null>;

export interface PianoRow {
  componente: string;
  /** `null` until it is saved for the first time. */
  id: string | null;
  versione: number | null;
  valori: PianoValues;
}

/** What is typed over a row, and the row it was typed over: the version that was read stays with it. */
export type Written = Readonly<Record<string, { base: PianoRow; valori: PianoValues } | undefined>>;

/** The twelve rows of a plan, whatever was stored. Of a component stored twice the first counts. */
export function pianoRows(rows: readonly Row[]): PianoRow[] {
  return COMPONENTI.map((componente) => {
    const row = rows.find((one) => one['componente'] === componente);
    const text = (name: PianoColumn) => (typeof row?.[name] === 'string' ? row[name] : null);
    return {
      componente,
      id: row ? String(row['id']) : null,
      versione: row?.versione ?? null,
      valori: { marca_e_modello: text('marca_e_modello'), quantita: text('quantita'), frequenza: text('frequenza') },
    };
  });
}

export function withWritten(savedRows: Written, row: PianoRow, column: PianoColumn, value: string | null): Written {
  const present = savedRows[row.componente] ?? { base: row, valori: row.valori };
  return { ...savedRows, [row.componente]: { ...present, valori: { ...present.valori, [column]: value } } };
}

export interface ToSave {
  base: PianoRow;
  /** Only what changed. */
  valori: Partial<PianoValues>;
}

/** Rows to send: those with an id are updated, those without are created (part 1, section 4). */
export function toSave(savedRows: Written): ToSave[] {
  return COMPONENTI.flatMap((componente) => {
    const written = savedRows[componente];
    if (!written) return [];
    const changed = PIANO_COLUMNS.filter((column) => clean(written.valori[column]) !== clean(written.base.valori[column]));
    if (changed.length === 0) return [];
    return [{ base: written.base, valori: Object.fromEntries(changed.map((column) => [column, clean(written.valori[column])])) }];
  });
}

const clean = (value: string | null): string | null => (value === null || value.trim() === '' ? null : value);
