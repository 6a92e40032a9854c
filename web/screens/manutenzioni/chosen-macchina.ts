import type { Values } from '#contracts/core/define-register.ts';
import type { Row } from '#web/registers/list/columns.ts';

/** Returns the values that a maintenance record copies from its machine, so that later changes of the machine do not affect it. */
export function copiedFrom(macchina: Row | null): Values {
  const text = (fieldName: string) =>
    typeof macchina?.[fieldName] === 'string' && macchina[fieldName] !== '' ? macchina[fieldName] : null;
  const name = [text('marca'), text('modello')].filter(Boolean).join(' ');
  return { descrizione: text('descrizione') ?? (name || null), matr_costr: text('matricola_costr') };
}

interface ChosenMacchina {
  nuovo: boolean;
  base: Values;
  values: Values;
  /** The chosen machine; `null` if there is none, `undefined` while it is loading. */
  macchina: Row | null | undefined;
}

/**
 * Returns the changes of the form once the machine is known; `null` for none. `partenza`: the machine came from the address, so the changes
 * are initial values, not input.
 */
export function toCopy({ nuovo: fresh, base, values, macchina }: ChosenMacchina): { valori: Values; partenza: boolean } | null {
  const matricola = values['matricola'] ?? null;
  const isUnchanged = matricola === (base['matricola'] ?? null);
  const start = fresh && isUnchanged && matricola !== null;
  if (matricola !== null && macchina === undefined && (!isUnchanged || start)) return null;
  // for the machine stored with the record, keep the values copied at that time
  const valuesNow =
    isUnchanged && !start
      ? { descrizione: base['descrizione'] ?? null, matr_costr: base['matr_costr'] ?? null }
      : copiedFrom(matricola === null ? null : (macchina ?? null));
  const different = Object.entries(valuesNow).some(([fieldName, value]) => value !== (values[fieldName] ?? null));
  return different ? { valori: valuesNow, partenza: start } : null;
}
