import { isCalendarDate } from '#contracts/core/dates.ts';
import type { Valori } from '#contracts/core/define-register.ts';
import { evolviRecord } from '#contracts/core/history.ts';
import type { Fatto } from '../engine/facts.ts';

/** A machine, a maintenance record or an excise record, as far as deadlines need it. */
export interface Fonte {
  tabella: string;
  id: string;
  versione: number;
  esiste: boolean;
  /** Of the machine it is about. */
  matricola: string | null;
  valori: Valori;
}

/** Its fields that count, and which of them is a reading of the hours. */
const CAMPI: Record<string, { ore: string; campi: readonly string[] }> = {
  macchinari: { ore: 'ore_km', campi: ['descrizione', 'ore_km'] },
  manutenzioni: { ore: 'ore_km', campi: ['matricola', 'data', 'ore_km', 'manutenzione', 'ore_scadenza'] },
  accise: { ore: 'ore', campi: ['matricola', 'ore'] },
};

const NUMERI = new Set(['ore_km', 'ore', 'ore_scadenza']);

export function evolviFonte(prima: Fonte | undefined, { event, modifica }: Fatto): Fonte {
  const { tabella, id } = modifica;
  const base = prima && { ...prima, utente: '', creato: '', modificato: '', modificatoDa: '', archivio: {}, padreEliminato: false };
  const dopo = evolviRecord(base, modifica, event);
  const valori: Valori = {};
  for (const campo of CAMPI[tabella]?.campi ?? []) valori[campo] = valido(campo, dopo.valori[campo]);
  const matricola = tabella === 'macchinari' ? id : (valori['matricola'] as string | null);
  return { tabella, id, versione: dopo.versione, esiste: dopo.esiste, matricola, valori };
}

export const rigaFonte = (fonte: Fonte): Record<string, unknown> => ({ ...fonte, ore: fonte.valori[CAMPI[fonte.tabella]?.ore ?? ''] ?? null });

/** What a recorded value counts as; one that makes no sense counts as none. */
function valido(campo: string, valore: Valori[string] | undefined): Valori[string] {
  if (valore === undefined || valore === null) return null;
  if (NUMERI.has(campo)) return typeof valore === 'number' && Number.isFinite(valore) ? valore : null;
  if (typeof valore !== 'string') return null;
  return campo === 'data' && !isCalendarDate(valore) ? null : valore;
}
