import { fileFields, manutenzionePath } from '#contracts/core/documents.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { nameOf } from '#web/registers/documents/file-name.ts';

export const DOCUMENT = fileFields(manutenzioni)[0]!;

/** Machine and day, which together name the document; `null` while one of them is missing. */
export interface Sheet {
  matricola: string;
  data: string;
  percorso: string;
}

export function sheetOf(values: Values): Sheet | null {
  const { matricola, data } = values;
  if (typeof matricola !== 'string' || typeof data !== 'string') return null;
  return { matricola, data, percorso: manutenzionePath(matricola, data) };
}

/** Returns the form fields that tell an upload where the document goes. */
export function uploadFields({ matricola, data, percorso }: Sheet): Record<string, string> {
  return { matricola, data, nomeManutenzione: nameOf(percorso), docMacch: 'false' };
}

/** Returns why no document can be uploaded now, or `null`. */
export function impediment(id: string | null, base: Values, values: Values): string | null {
  if (id === null) return 'Il documento si carica dopo aver salvato la manutenzione';
  const savedSheet = sheetOf(base);
  if (!savedSheet) return 'Per caricare il documento servono matricola e data';
  return sheetOf(values)?.percorso === savedSheet.percorso ? null : 'Salva prima la nuova matricola o data: danno il nome al documento';
}
