import type { AnyRegister } from './define-register.ts';
import type { DocumentField, PhotoField } from './fields.ts';
import { daysBetween, isCalendarDate } from './dates.ts';

/**
 * Facts about a record's files; they stand in the record's own stream, for any register with
 * documents. An empty campo: a file of its folder that no field names; it changes nothing of the
 * record, an Eliminato then has percorso and file_versione too, and a Rinominato has da.
 */
export const DOCUMENT_EVENTS = {
  /** data: tabella, id, campo, percorso, file_versione, byte, sha256 (of the content stored), da_foto (where it was made of so many photos); the last two are missing in old ones */
  caricato: 'DocumentoCaricato.v1',
  /** data: tabella, id, campo; clears the path and, where the document has one, its expiry date. */
  eliminato: 'DocumentoEliminato.v1',
  /** data: tabella, id, campo, percorso, file_versione (versions are counted per path) */
  rinominato: 'DocumentoRinominato.v1',
  /** data: tabella, id, campo (empty: a file that no field stands for), percorso, file_versione. Of reserved documents alone; changes nothing. */
  aperto: 'DocumentoAperto.v1',
  /** data: tabella, id, campo (of the file), campo_scadenza (empty where the document does not expire), tipo, dal, scadenza, calcolata, anticipata. Beside the upload of its file, in one append; sets the date. */
  rinnovato: 'DocumentoRinnovato.v1',
  /** data: tabella, id, campo (of the file), tipo, percorso, file_versione, sha256, byte, copie (where its bytes lay: percorso, file_versione), in_scheda (1: the field named it, and is cleared), motivo. Its bytes are gone for good; the date stays. */
  oscurato: 'DocumentoOscurato.v1',
} as const;

/** What a record's row tells about the file of one field (`archive` in the row). */
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

/** The document and photo fields of a register, in the order of its definition. */
export function fileFields(def: AnyRegister): FileField[] {
  return Object.entries(def.fields).flatMap(([fieldName, field]) =>
    field.kind === 'document' || field.kind === 'photo' ? [{ field: fieldName, ...field }] : [],
  );
}

/** `{chiave}_{suffisso}.pdf` (or .jpg) in a folder named by the key. */
export function filePath(key: string | number, fieldName: FileField): string {
  return `${key}/${key}_${fieldName.suffix}.${fieldName.kind === 'photo' ? 'jpg' : 'pdf'}`;
}

/** Whether a path lies directly in the folder of this name; a folder below is of somebody else. */
export function liesIn(folder: unknown, path: string): boolean {
  const prefix = `${String(folder ?? '').normalize('NFC')}/`;
  return prefix !== '/' && path.startsWith(prefix) && path.length > prefix.length && !path.includes('/', prefix.length);
}

/** Folder and name of a maintenance sheet: `{matricola}_{YYMMDD}.pdf`. */
export function manutenzionePath(matricola: string, data: string): string {
  return `${matricola}/${matricola}_${data.replaceAll('-', '').slice(2)}.pdf`;
}

/** The date of a maintenance sheet by its name, `{matricola}_{YYMMDD}.pdf`; `null` for any other name. */
export function manutenzioneDate(matricola: string, name: string): string | null {
  if (!name.startsWith(`${matricola}_`)) return null;
  const found = /^(\d\d)(\d\d)(\d\d)\.pdf$/i.exec(name.slice(matricola.length + 1));
  const date = found && `20${found[1]}-${found[2]}-${found[3]}`;
  return date && isCalendarDate(date) ? date : null;
}

export type DocumentState = 'assente' | 'presente' | 'in-scadenza' | 'scaduto';

/** Days before an expiry from which a document is "soon". */
export const NOTICE_DAYS = 30;

/** Grey absent, green present, red expired (wins over both), amber within 30 days. */
export function documentState(path: string | null, scadenza: string | null | undefined, today: string): DocumentState {
  if (scadenza) {
    const days = daysBetween(today, scadenza);
    if (days <= 0) return 'scaduto';
    if (days <= NOTICE_DAYS) return 'in-scadenza';
  }
  return path ? 'presente' : 'assente';
}
