import { COMPONENTI } from '#contracts/registers/manut-macchinari.ts';
import type { Row } from '#web/registers/list/columns.ts';

export const COLONNE_PIANO = ['marca_e_modello', 'quantita', 'frequenza'] as const;
type ColonnaPiano = (typeof COLONNE_PIANO)[number];
export type ValoriPiano = Record<ColonnaPiano, string | null>;

export interface RigaPiano {
  componente: string;
  /** `null` until it is saved for the first time. */
  id: string | null;
  versione: number | null;
  valori: ValoriPiano;
}

/** What is typed over a row, and the row it was typed over: the version that was read stays with it. */
export type Scritti = Readonly<Record<string, { base: RigaPiano; valori: ValoriPiano } | undefined>>;

/** The twelve rows of a plan, whatever was stored. Of a component stored twice the first counts. */
export function righePiano(rows: readonly Row[]): RigaPiano[] {
  return COMPONENTI.map((componente) => {
    const row = rows.find((one) => one['componente'] === componente);
    const text = (name: ColonnaPiano) => (typeof row?.[name] === 'string' ? row[name] : null);
    return {
      componente,
      id: row ? String(row['id']) : null,
      versione: row?.versione ?? null,
      valori: { marca_e_modello: text('marca_e_modello'), quantita: text('quantita'), frequenza: text('frequenza') },
    };
  });
}

export function scrivi(scritti: Scritti, riga: RigaPiano, colonna: ColonnaPiano, value: string | null): Scritti {
  const present = scritti[riga.componente] ?? { base: riga, valori: riga.valori };
  return { ...scritti, [riga.componente]: { ...present, valori: { ...present.valori, [colonna]: value } } };
}

export interface DaSalvare {
  base: RigaPiano;
  /** Only what changed. */
  valori: Partial<ValoriPiano>;
}

/** Rows to send: those with an id are updated, those without are created (part 1, section 4). */
export function daSalvare(scritti: Scritti): DaSalvare[] {
  return COMPONENTI.flatMap((componente) => {
    const written = scritti[componente];
    if (!written) return [];
    const changed = COLONNE_PIANO.filter((colonna) => pulito(written.valori[colonna]) !== pulito(written.base.valori[colonna]));
    if (changed.length === 0) return [];
    return [{ base: written.base, valori: Object.fromEntries(changed.map((colonna) => [colonna, pulito(written.valori[colonna])])) }];
  });
}

const pulito = (value: string | null): string | null => (value === null || value.trim() === '' ? null : value);
