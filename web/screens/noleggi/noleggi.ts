import type { NameOf } from '#contracts/core/typed-record.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { fileFields, filePath, type FileField } from '#contracts/core/documents.ts';
import { isExpired } from '#contracts/core/dates.ts';
import { contrattoPath, noleggioFotoPath } from '#contracts/modules/noleggi.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { scadenzaOf } from '#web/registers/documents/document-state.ts';
import type { Row } from '#web/registers/row.ts';
import { nameOf } from '#web/registers/documents/file-name.ts';

/** The eight documents of a rental, in the specification's order. */
export const DOCUMENTS = fileFields(noleggi);
/** Returns the documents of a rental, including those of added kinds. */
export const documentsOf = oncePer((def: AnyRegister): readonly FileField[] => fileFields(def));

/** The document of a rental's period. */
export const CONTRATTO = { ...fileFields(storicoNoleggi)[0]!, field: 'contratto' as const satisfies NameOf<typeof storicoNoleggi> };

/** Counts the rental's deadlines that are today or past. */
export function countExpired(row: Readonly<Record<string, unknown>>, today: string, def: AnyRegister = noleggi): number {
  return (def.list.scadenze ?? []).filter((fieldName) => isExpired(row[fieldName] as string | null, today)).length;
}

export const text = (value: Row[string] | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Returns the form fields that tell an upload where a file goes: the matricola's folder, and the name in it. */
export function documentFields(matricola: string, fieldName: string, def: AnyRegister = noleggi): Record<string, string> {
  const document = documentsOf(def).find((one) => one.field === fieldName);
  if (!document) throw new Error(`${fieldName} holds no file`);
  return { matricola, nomeManutenzione: nameOf(filePath(matricola, document)) };
}

export const fotoFields = (matricola: string, data: string): Record<string, string> => ({
  matricola,
  nomeManutenzione: nameOf(noleggioFotoPath(matricola, data)),
});

export const contrattoFields = (matricola: string, startDate: string): Record<string, string> => ({
  matricola,
  nomeManutenzione: nameOf(contrattoPath(matricola, startDate)),
});

/** Tabs of a rental's form, in order. */
export const TABS = [
  { id: 'dettagli', label: 'DETTAGLI' },
  { id: 'documenti', label: 'DOCUMENTI' },
  { id: 'foto', label: 'FOTO' },
] as const;

export const tabOf = (fieldName: string) => tabIn(noleggi, fieldName);

export function tabIn(def: AnyRegister, fieldName: string): (typeof TABS)[number]['id'] {
  return documentsOf(def).some((document) => document.field === fieldName || scadenzaOf(document) === fieldName) ? 'documenti' : 'dettagli';
}
