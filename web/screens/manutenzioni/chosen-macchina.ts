import type { macchinari } from '#contracts/registers/macchinari.ts';
import type { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import type { RowOf, SomeValuesOf } from '#web/registers/row.ts';

type Copied = { descrizione: string | null; matr_costr: string | null };

/** Returns the values that a maintenance record copies from its machine, so that later changes of the machine do not affect it. */
export function copiedFrom(macchina: RowOf<typeof macchinari> | null): Copied {
  const name = [macchina?.marca, macchina?.modello].filter(Boolean).join(' ');
  return { descrizione: macchina?.descrizione || name || null, matr_costr: macchina?.matricola_costr || null };
}

interface ChosenMacchina {
  nuovo: boolean;
  base: SomeValuesOf<typeof manutenzioni>;
  values: SomeValuesOf<typeof manutenzioni>;
  /** The chosen machine; `null` if there is none, `undefined` while it is loading. */
  macchina: RowOf<typeof macchinari> | null | undefined;
}

/**
 * Returns the changes of the form once the machine is known; `null` for none. `partenza`: the machine came from the address, so the changes
 * are initial values, not input.
 */
export function toCopy({ nuovo: fresh, base, values, macchina }: ChosenMacchina): { valori: Copied; partenza: boolean } | null {
  const matricola = values.matricola ?? null;
  const isUnchanged = matricola === (base.matricola ?? null);
  const start = fresh && isUnchanged && matricola !== null;
  if (matricola !== null && macchina === undefined && (!isUnchanged || start)) return null;
  // for the machine stored with the record, keep the values copied at that time
  const valuesNow: Copied =
    isUnchanged && !start
      ? { descrizione: base.descrizione ?? null, matr_costr: base.matr_costr ?? null }
      : copiedFrom(matricola === null ? null : (macchina ?? null));
  const different = valuesNow.descrizione !== (values.descrizione ?? null) || valuesNow.matr_costr !== (values.matr_costr ?? null);
  return different ? { valori: valuesNow, partenza: start } : null;
}
