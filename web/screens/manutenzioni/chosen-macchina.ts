import type { Values } from '#contracts/core/define-register.ts';
import type { Row } from '#web/registers/list/columns.ts';

/** What a maintenance record copies from its machine, so that it stays readable whatever becomes of the machine. */
export function copiedFrom(macchina: Row | null): Values {
  const testo = (campo: string) => (typeof macchina?.[campo] === 'string' && macchina[campo] !== '' ? macchina[campo] : null);
  const nome = [testo('marca'), testo('modello')].filter(Boolean).join(' ');
  return { descrizione: testo('descrizione') ?? (nome || null), matr_costr: testo('matricola_costr') };
}

interface Scelta {
  nuovo: boolean;
  base: Values;
  values: Values;
  /** The chosen machine; `null` when there is none to read, `undefined` while it is being read. */
  macchina: Row | null | undefined;
}

/**
 * What must change in the form once the machine is known; `null` for nothing. `partenza`: the
 * machine came with the address, so this is how the record starts and nobody typed it.
 */
export function toCopy({ nuovo, base, values, macchina }: Scelta): { valori: Values; partenza: boolean } | null {
  const scelta = values['matricola'] ?? null;
  const stessa = scelta === (base['matricola'] ?? null);
  const partenza = nuovo && stessa && scelta !== null;
  if (scelta !== null && macchina === undefined && (!stessa || partenza)) return null;
  // the machine the record was saved with: what it copied then, not what the machine says now
  const valori = stessa && !partenza ? { descrizione: base['descrizione'] ?? null, matr_costr: base['matr_costr'] ?? null } : copiedFrom(scelta === null ? null : (macchina ?? null));
  const diversi = Object.entries(valori).some(([campo, valore]) => valore !== (values[campo] ?? null));
  return diversi ? { valori, partenza } : null;
}
