import type { AnyRegister } from './define-register.ts';
import type { DocumentField, PhotoField } from './fields.ts';
import { daysBetween, isCalendarDate } from './dates.ts';

/**
 * Facts about a record's files, in the record's own stream, for any register with documents. With an empty campo the fact is about a file
 * of the record's folder that no field names. Such a fact changes no field; an Eliminato then also has percorso and file_versione, and a
 * Rinominato has da.
 */
export const DOCUMENT_EVENTS = {
  /**
   * data: tabella, id, campo, percorso, file_versione, byte, sha256 (of the content stored), da_foto (number of photos, for a PDF made from
   * photos). The last two are missing in old events.
   */
  caricato: 'DocumentoCaricato.v1',
  /** data: tabella, id, campo; clears the path and, where the document has one, its expiry date. */
  eliminato: 'DocumentoEliminato.v1',
  /** data: tabella, id, campo, percorso, file_versione (versions are counted per path) */
  rinominato: 'DocumentoRinominato.v1',
  /**
   * data: tabella, id, campo (empty: a file that no field names), percorso, file_versione. Recorded for reserved documents only; changes
   * nothing.
   */
  aperto: 'DocumentoAperto.v1',
  /**
   * data: tabella, id, campo (of the file), campo_scadenza (empty where the document does not expire), tipo, dal, scadenza, calcolata,
   * anticipata. Appended together with the upload of its file; sets the date.
   */
  rinnovato: 'DocumentoRinnovato.v1',
  /**
   * data: tabella, id, campo (of the file), tipo, percorso, file_versione, sha256, byte, copie (former places of its bytes: percorso,
   * file_versione), in_scheda (1: the field named it and is cleared), motivo. The bytes are deleted for good; the date stays.
   */
  oscurato: 'DocumentoOscurato.v1',
} as const;

/** File of one field as the record's row lists it (`archive` in the row). */
export interface RecordFile {
  percorso: string;
  /** Version of the content in the archive, 1 for the first. */
  versione: number;
  byte: number;
  /** ISO instant and user name of the upload. */
  quando: string;
  utente: string;
}

export type FileField = { field: string } & (DocumentField | PhotoField);

/** Returns the document and photo fields of a register, in the order of its definition. */
export function fileFields(def: AnyRegister): FileField[] {
  return Object.entries(def.fields).flatMap(([fieldName, field]) =>
    field.kind === 'document' || field.kind === 'photo' ? [{ field: fieldName, ...field }] : [],
  );
}

/** Returns the path `{chiave}_{suffisso}.pdf` (or .jpg) in a folder named by the key. */
export function filePath(key: string | number, fieldName: FileField): string {
  return `${key}/${key}_${fieldName.suffix}.${fieldName.kind === 'photo' ? 'jpg' : 'pdf'}`;
}

/** Checks whether a path lies directly in the folder of this name; subfolders do not count, they belong to other records. */
export function liesIn(folder: unknown, path: string): boolean {
  const prefix = `${String(folder ?? '').normalize('NFC')}/`;
  return prefix !== '/' && path.startsWith(prefix) && path.length > prefix.length && !path.includes('/', prefix.length);
}

/** Returns the path of a maintenance sheet: folder and name `{matricola}_{YYMMDD}.pdf`. */
export function manutenzionePath(matricola: string, data: string): string {
  return `${matricola}/${matricola}_${data.replaceAll('-', '').slice(2)}.pdf`;
}

/** Returns the date of a maintenance sheet named `{matricola}_{YYMMDD}.pdf`; `null` for any other name. */
export function manutenzioneDate(matricola: string, name: string): string | null {
  if (!name.startsWith(`${matricola}_`)) return null;
  const found = /^(\d\d)(\d\d)(\d\d)\.pdf$/i.exec(name.slice(matricola.length + 1));
  const date = found && `20${found[1]}-${found[2]}-${found[3]}`;
  return date && isCalendarDate(date) ? date : null;
}

export type DocumentState = 'assente' | 'presente' | 'in-scadenza' | 'scaduto';

/** Days before an expiry from which a document counts as expiring soon. */
export const NOTICE_DAYS = 30;

/**
 * Returns the state of a document: absent (grey), present (green), expiring within 30 days (amber) or expired (red). Expired wins over the
 * others.
 */
export function documentState(path: string | null, scadenza: string | null | undefined, today: string): DocumentState {
  if (scadenza) {
    const days = daysBetween(today, scadenza);
    if (days <= 0) return 'scaduto';
    if (days <= NOTICE_DAYS) return 'in-scadenza';
  }
  return path ? 'presente' : 'assente';
}
