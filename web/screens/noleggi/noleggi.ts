import { fileFields, filePath, documentState, type DocumentState } from '#contracts/core/documents.ts';
import { isExpired } from '#contracts/core/dates.ts';
import { contrattoPath, noleggioFotoPath } from '#contracts/modules/noleggi.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { nomeDi } from '#web/registers/documents/file-name.ts';

/** The eight documents of a rental, in the order of the specification. */
export const DOCUMENTI = fileFields(noleggi);
export const CONTRATTO = fileFields(storicoNoleggi)[0]!;

/** Field of the record that holds the expiry of a document. */
export const scadenzaDi = (documento: (typeof DOCUMENTI)[number]): string | undefined => (documento.kind === 'document' ? documento.scadenza : undefined);

/** Expired wins, whether the file is there or not. */
export function statoDi(row: Row, documento: (typeof DOCUMENTI)[number], today: string): { stato: DocumentState; percorso: string | null; date: string | null } {
  const scadenza = scadenzaDi(documento);
  const [percorso, date] = [testo(row[documento.field]), scadenza ? testo(row[scadenza]) : null];
  return { stato: documentState(percorso, date, today), percorso, date };
}

/** Deadlines of the rental that are today or past. */
export function quantiScaduti(row: Readonly<Record<string, unknown>>, today: string): number {
  return (noleggi.list.scadenze ?? []).filter((campo) => isExpired(row[campo] as string | null, today)).length;
}

export const testo = (value: Row[string] | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What an upload sends to say where a file goes: the matricola's folder, and the name in it. */
export function campiDocumento(matricola: string, campo: string): Record<string, string> {
  const documento = DOCUMENTI.find((one) => one.field === campo);
  if (!documento) throw new Error(`${campo} holds no file`);
  return { matricola, nomeManutenzione: nomeDi(filePath(matricola, documento)) };
}

export const campiFoto = (matricola: string, data: string): Record<string, string> => ({ matricola, nomeManutenzione: nomeDi(noleggioFotoPath(matricola, data)) });

export const campiContratto = (matricola: string, dataInizio: string): Record<string, string> => ({ matricola, nomeManutenzione: nomeDi(contrattoPath(matricola, dataInizio)) });

/** The tabs of a rental, and which of them holds a field. */
export const TABS = [{ id: 'dettagli', label: 'DETTAGLI' }, { id: 'documenti', label: 'DOCUMENTI' }, { id: 'foto', label: 'FOTO' }] as const;

export function tabOf(campo: string): (typeof TABS)[number]['id'] {
  return DOCUMENTI.some((documento) => documento.field === campo || scadenzaDi(documento) === campo) ? 'documenti' : 'dettagli';
}
