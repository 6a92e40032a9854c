import { EVENTI_DOCUMENTO, type FileDiRecord } from './documents.ts';
import { upcast, type Json, type JsonObject } from './events.ts';
import { etichettaDi, type AnyRegister, type Valori } from './define-register.ts';
import { REGISTRI, registro } from '../registers/index.ts';
import type { FieldKind } from './fields.ts';

/**
 * What an event did to a record, and the record it leaves: the one reading of the log that the
 * deciders, the read tables and the history share.
 */
export type TipoModifica = 'creato' | 'modificato' | 'eliminato' | 'ripristinato' | 'caricato' | 'rinominato' | 'file-eliminato' | 'altro';

export interface Modifica {
  tabella: string;
  id: string;
  tipo: TipoModifica;
  /** New values of the fields it touched (key left out). */
  campi: Valori;
  /** For events about a file. */
  file?: { campo: string; percorso: string | null; versione: number | null; byte: number | null };
  /** For facts without fields: what was done, after the name of the person. */
  frase?: string;
}

type Interprete = (data: JsonObject) => Modifica;

/** Facts that are neither a register's own nor about files: name → what they did. */
const ALTRI_EVENTI: Record<string, Interprete> = {
  'PasswordCambiata.v1': (data) => ({ tabella: 'users', id: String(data['memberID']), tipo: 'altro', campi: {}, frase: 'ha cambiato la password' }),
};

/** Names of those facts. */
export const TIPI_ALTRI_EVENTI: readonly string[] = Object.keys(ALTRI_EVENTI);

const INTERPRETI = new Map<string, Interprete>([
  ...REGISTRI.flatMap((def) => [
    [def.events.created, interprete(def, 'creato')] as const,
    [def.events.changed, interprete(def, 'modificato')] as const,
    [def.events.deleted, interprete(def, 'eliminato')] as const,
    [def.events.restored, interprete(def, 'ripristinato')] as const,
  ]),
  [EVENTI_DOCUMENTO.caricato, (d) => file(d, 'caricato')],
  [EVENTI_DOCUMENTO.eliminato, (d) => file(d, 'file-eliminato')],
  [EVENTI_DOCUMENTO.rinominato, (d) => file(d, 'rinominato')],
  ...Object.entries(ALTRI_EVENTI),
]);

/** Every event type the portal knows, in its current version. */
export const TIPI_EVENTO: readonly string[] = [...INTERPRETI.keys()];

/** What the event did, or `null` for an event this code does not know. */
export function modificaDi(event: { type: string; data: JsonObject }): Modifica | null {
  const current = upcast(event);
  return INTERPRETI.get(current.type)?.(current.data) ?? null;
}

/** A record as its events leave it. */
export interface StatoRecord {
  tabella: string;
  id: string;
  /** False once deleted (or when its parent is). */
  esiste: boolean;
  valori: Valori;
  /** Owner: who created it. */
  utente: string;
  /** Version of the stream at the last event that touched it: what `If-Match` is compared with. */
  versione: number;
  /** ISO instants and user name. */
  creato: string;
  modificato: string;
  modificatoDa: string;
  archivio: Record<string, FileDiRecord>;
  /** The parent record is deleted; the record itself may still be there. */
  padreEliminato: boolean;
}

/** The records of one stream, by `chiaveRecord`. */
export type StatoStream = ReadonlyMap<string, StatoRecord>;

export const chiaveRecord = (tabella: string, id: string | number): string => `${tabella}/${id}`;

export interface EventoLetto {
  type: string;
  data: JsonObject;
  version: number;
  metadata: { utente: string; at: string };
}

/** The stream after the event; unknown events change nothing. Pure: maps and records are copied. */
export function evolvi(stato: StatoStream, event: EventoLetto): StatoStream {
  const modifica = modificaDi(event);
  if (!modifica) return stato;
  const next = new Map(stato);
  const key = chiaveRecord(modifica.tabella, modifica.id);
  next.set(key, evolviRecord(stato.get(key), modifica, event));
  const figli = modifica.tipo === 'eliminato' || modifica.tipo === 'ripristinato';
  if (figli && !registro(modifica.tabella)?.parent) {
    for (const [k, record] of next) {
      if (k !== key) next.set(k, { ...record, padreEliminato: modifica.tipo === 'eliminato' });
    }
  }
  return next;
}

export function rileggi(events: readonly EventoLetto[]): StatoStream {
  return events.reduce(evolvi, new Map() as StatoStream);
}

/** One record after one event that touched it. */
export function evolviRecord(prima: StatoRecord | undefined, modifica: Modifica, event: EventoLetto): StatoRecord {
  const { utente, at } = event.metadata;
  const base: StatoRecord = prima ?? {
    tabella: modifica.tabella, id: modifica.id, esiste: false, valori: {}, utente, versione: 0,
    creato: at, modificato: at, modificatoDa: utente, archivio: {}, padreEliminato: false,
  };
  return {
    ...base,
    esiste: modifica.tipo === 'eliminato' ? false : modifica.tipo === 'creato' || modifica.tipo === 'ripristinato' ? true : base.esiste,
    valori: modifica.tipo === 'creato' ? { ...modifica.campi } : { ...base.valori, ...modifica.campi },
    versione: event.version,
    modificato: at,
    modificatoDa: utente,
    archivio: archivioDopo(base.archivio, modifica, event),
  };
}

export interface CampoStorico {
  campo: string;
  etichetta: string;
  /** How to show the values. */
  tipo: FieldKind | 'chiave';
  prima: Json;
  dopo: Json;
}

/** One entry of the history of a record (`GET api/storico`). */
export interface VoceStorico {
  tabella: string;
  id: string;
  versione: number;
  evento: string;
  tipo: TipoModifica;
  quando: string;
  utente: string;
  /** Full name, where the user has one. */
  nome: string | null;
  /** A sentence in Italian without its subject: "ha modificato 2 campi". */
  frase: string;
  campi: CampoStorico[];
  motivo: string | null;
}

/** Field by field, before and after. A file shows as `{percorso, versione}`. */
export function campiModificati(prima: StatoRecord | undefined, dopo: StatoRecord, modifica: Modifica): CampoStorico[] {
  const def = registro(modifica.tabella);
  if (!def) return [];
  const nuovo = modifica.tipo === 'creato';
  return Object.keys(modifica.campi).flatMap((campo) => {
    const era = nuovo ? null : valoreStorico(prima, campo);
    const diventa = valoreStorico(dopo, campo);
    if (JSON.stringify(era) === JSON.stringify(diventa)) return [];
    return [{ campo, etichetta: etichettaDi(def, campo), tipo: def.fields[campo]?.kind ?? ('chiave' as const), prima: era, dopo: diventa }];
  });
}

export function fraseDi(modifica: Modifica, quantiCampi: number): string {
  const def = registro(modifica.tabella);
  const articolo = def?.etichette.articolo ?? 'il record';
  switch (modifica.tipo) {
    case 'creato': return `ha creato ${articolo}`;
    case 'modificato': return quantiCampi === 1 ? 'ha modificato 1 campo' : `ha modificato ${quantiCampi} campi`;
    case 'eliminato': return `ha eliminato ${articolo}`;
    case 'ripristinato': return `ha ripristinato ${articolo}`;
    case 'caricato': return 'ha caricato un documento';
    case 'rinominato': return 'ha rinominato un documento';
    case 'file-eliminato': return 'ha eliminato un documento';
    case 'altro': return modifica.frase ?? 'ha modificato il record';
  }
}

function valoreStorico(stato: StatoRecord | undefined, campo: string): Json {
  const valore = stato?.valori[campo] ?? null;
  const file = stato?.archivio[campo];
  return file && valore !== null && file.percorso === valore ? { percorso: file.percorso, versione: file.versione } : valore;
}

function archivioDopo(prima: Record<string, FileDiRecord>, modifica: Modifica, event: EventoLetto): Record<string, FileDiRecord> {
  const { file } = modifica;
  if (!file) return prima;
  const { [file.campo]: old, ...others } = prima;
  if (modifica.tipo === 'file-eliminato' || file.percorso === null) return others;
  if (modifica.tipo === 'rinominato') {
    return old ? { ...others, [file.campo]: { ...old, percorso: file.percorso, versione: file.versione ?? old.versione } } : others;
  }
  return {
    ...others,
    [file.campo]: {
      percorso: file.percorso, versione: file.versione ?? 1, byte: file.byte ?? 0,
      quando: event.metadata.at, utente: event.metadata.utente,
    },
  };
}

function interprete(def: AnyRegister, tipo: TipoModifica): Interprete {
  return (data) => {
    const { [def.key.field]: key, ...others } = data;
    const campi = Object.fromEntries(Object.entries(others).filter(([name]) => name in def.fields)) as Valori;
    // the key of a child can be a field of the record too (datiMacchina.matricola is not)
    if (def.key.field in def.fields) campi[def.key.field] = key as string;
    return { tabella: def.path, id: String(key), tipo, campi };
  };
}

function file(data: JsonObject, tipo: TipoModifica): Modifica {
  const tabella = String(data['tabella']);
  const campo = String(data['campo']);
  const percorso = tipo === 'file-eliminato' ? null : String(data['percorso']);
  const field = registro(tabella)?.fields[campo];
  const scadenza = tipo === 'file-eliminato' && field?.kind === 'document' && field.scadenza ? { [field.scadenza]: null } : {};
  return {
    tabella, id: String(data['id']), tipo, campi: { [campo]: percorso, ...scadenza },
    file: { campo, percorso, versione: (data['file_versione'] as number) ?? null, byte: (data['byte'] as number) ?? null },
  };
}
