import { EVENTI_DOCUMENTO } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import { ambito, puo, type Azione, type Identita } from '#contracts/core/permissions.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { chiaveRecord, type StatoRecord, type StatoStream } from '#contracts/core/history.ts';

/** One file field of one record, and the person who touches it. */
export interface SuFile {
  def: AnyRegister;
  id: string | number;
  /** Key of the parent's record, for a child. */
  padre?: string | number | undefined;
  /** `null`: a file beside the record's documents, which no field of it names. */
  campo: string | null;
  identita: Identita;
  /** The system itself, or demo data: no permission is asked. */
  libero?: boolean;
  /** From `If-Match`. */
  versioneLetta?: number | null;
}

export interface Contenuto {
  percorso: string;
  file_versione: number;
  byte: number;
}

interface Fatto {
  type: string;
  data: JsonObject;
}

/** The stream the record lives in. */
export const streamDelFile = ({ def, id, padre }: Pick<SuFile, 'def' | 'id' | 'padre'>): string => streamOf(def, padre ?? id);

/** A newer content of the same path that is recorded already is not gone back on. */
export function decidiCaricato(su: SuFile, contenuto: Contenuto, stato: StatoStream): Fatto[] {
  const record = recordPer(su, 'edit', stato);
  if (su.campo === null) return [];
  const presente = record.archivio[su.campo];
  const uguale = record.valori[su.campo] === contenuto.percorso && presente?.percorso === contenuto.percorso;
  if (uguale && presente.versione >= contenuto.file_versione) return [];
  return [fatto(EVENTI_DOCUMENTO.caricato, su, { ...contenuto })];
}

/** Clears the field only while it names this file. */
export function decidiEliminato(su: SuFile, percorso: string, stato: StatoStream): Fatto[] {
  const record = recordPer(su, 'delete', stato);
  return su.campo !== null && record.valori[su.campo] === percorso ? [fatto(EVENTI_DOCUMENTO.eliminato, su, {})] : [];
}

/**
 * The field that named the file names it under its new path; the old client saves the new path in
 * the record first and renames the file afterwards, so the field may have it already.
 */
export function decidiRinominato(su: SuFile, da: string, contenuto: Omit<Contenuto, 'byte'>, stato: StatoStream): Fatto[] {
  const record = recordPer(su, 'edit', stato);
  const campo = Object.keys(record.valori).find((nome) => nome === su.campo && (record.valori[nome] === da || record.valori[nome] === contenuto.percorso));
  if (campo === undefined) return [];
  const presente = record.archivio[campo];
  if (record.valori[campo] === contenuto.percorso && presente?.percorso === contenuto.percorso) return [];
  return [fatto(EVENTI_DOCUMENTO.rinominato, { ...su, campo }, { ...contenuto })];
}

/** The record, once this person may do this to it: 404 for one that is not there or not to be seen. */
export function recordPer(su: SuFile, azione: Azione, stato: StatoStream): StatoRecord {
  const { def, id, identita, versioneLetta, libero = false } = su;
  const record = stato.get(chiaveRecord(def.path, id));
  if (!libero && ambito(identita, def.accesso, 'view') === 'none') throw new DomainError('NON_PERMESSO');
  const proprietario = proprietarioDi(su, stato);
  if (!record?.esiste || record.padreEliminato || !(libero || puo(identita, def.accesso, 'view', proprietario))) throw new DomainError('SCONOSCIUTO');
  if (!libero && !puo(identita, def.accesso, azione, proprietario)) throw new DomainError('NON_PERMESSO');
  if (versioneLetta !== null && versioneLetta !== undefined && record.versione > versioneLetta) {
    throw new DomainError('VERSIONE_SUPERATA', {
      extra: { attuale: record.valori, versione: record.versione, utente: record.modificatoDa, quando: record.modificato },
    });
  }
  return record;
}

/** A child belongs to the owner of its parent. */
function proprietarioDi({ def, id, padre }: SuFile, stato: StatoStream): string | undefined {
  const chiave = def.parent && padre !== undefined ? chiaveRecord(def.parent.register, padre) : chiaveRecord(def.path, id);
  return stato.get(chiave)?.utente;
}

function fatto(type: string, { def, id, campo }: SuFile, data: JsonObject): Fatto {
  return { type, data: { tabella: def.path, id: String(id), campo, ...data } };
}
