import { isCalendarDate, normaliseDate } from '#contracts/core/dates.ts';
import type { FileDiRecord } from '#contracts/core/documents.ts';
import type { Json } from '#contracts/core/events.ts';
import type { AnyRegister, Valori } from '#contracts/core/define-register.ts';
import type { StatoRecord } from '#contracts/core/history.ts';
import type { TipoColonna } from '../engine/bulk.ts';
import { colonnaChiave, colonneValori } from './register.table.ts';

/** A record and, for a child, its place in the parent's stream. */
export interface RecordLetto {
  stato: StatoRecord;
  flusso: string;
  versionePadre: number;
}

/** The key as the table holds it; `null` for one that no record can have. */
export function chiaveColonna(def: AnyRegister, id: string): string | number | null {
  if (def.key.kind === 'natural') return id;
  const numero = Number(id);
  return Number.isSafeInteger(numero) ? numero : null;
}

/** A recorded value as its column takes it. What does not fit is shown as empty, never refused. */
function valoreColonna(valore: Json | undefined, tipo: TipoColonna): string | number | null {
  if (valore === undefined || valore === null || valore === '') return null;
  switch (tipo) {
    case 'numeric': {
      const numero = Number(valore);
      return typeof valore !== 'object' && Number.isFinite(numero) ? numero : null;
    }
    case 'smallint':
      return valore === 1 || valore === true || valore === '1' ? 1 : valore === 0 || valore === false || valore === '0' ? 0 : null;
    case 'date': {
      const data = normaliseDate(valore);
      return typeof data === 'string' && isCalendarDate(data) ? data : null;
    }
    default:
      return typeof valore === 'object' ? JSON.stringify(valore) : String(valore);
  }
}

const istante = (at: string): string => (Number.isNaN(Date.parse(at)) ? new Date(0) : new Date(at)).toISOString();

export function aRiga(def: AnyRegister, { stato, flusso, versionePadre }: RecordLetto): Record<string, unknown> {
  const riga: Record<string, unknown> = {};
  for (const { nome, tipo } of colonneValori(def)) riga[nome] = valoreColonna(stato.valori[nome], tipo);
  return {
    ...riga,
    [def.key.field]: chiaveColonna(def, stato.id),
    utente: stato.utente,
    versione: stato.versione,
    creato: istante(stato.creato),
    modificato: istante(stato.modificato),
    modificato_da: stato.modificatoDa,
    archivio: stato.archivio,
    eliminato: !stato.esiste,
    padre_eliminato: stato.padreEliminato,
    ...(def.parent ? { flusso, versione_padre: versionePadre } : {}),
  };
}

export function daRiga(def: AnyRegister, riga: Record<string, unknown>): RecordLetto {
  const chiave = colonnaChiave(def).nome;
  const valori: Valori = {};
  for (const nome of Object.keys(def.fields)) valori[nome] = riga[nome] as string | number | null;
  return {
    stato: {
      tabella: def.path,
      id: String(riga[chiave]),
      esiste: riga['eliminato'] === false,
      valori,
      utente: String(riga['utente']),
      versione: Number(riga['versione']),
      creato: (riga['creato'] as Date).toISOString(),
      modificato: (riga['modificato'] as Date).toISOString(),
      modificatoDa: String(riga['modificato_da']),
      archivio: riga['archivio'] as Record<string, FileDiRecord>,
      padreEliminato: riga['padre_eliminato'] === true,
    },
    flusso: String(riga['flusso'] ?? ''),
    versionePadre: Number(riga['versione_padre'] ?? 0),
  };
}
