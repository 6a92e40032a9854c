import { campiFile, percorsoFile, statoDocumento, type StatoDocumento } from '#contracts/core/documents.ts';
import { isExpired } from '#contracts/core/dates.ts';
import { percorsoContratto, percorsoFotoNoleggio } from '#contracts/modules/noleggi.ts';
import { registro } from '#contracts/registers/index.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { nomeDi } from '#web/registers/documents/file-name.ts';

export const noleggi = registro('noleggi')!;
export const storicoNoleggi = registro('storicoNoleggi')!;
export const fotoNoleggi = registro('fotoNoleggi')!;

/** The eight documents of a rental, in the order of the specification. */
export const DOCUMENTI = campiFile(noleggi);
export const CONTRATTO = campiFile(storicoNoleggi)[0]!;

/** Field of the record that holds the expiry of a document. */
export const scadenzaDi = (documento: (typeof DOCUMENTI)[number]): string | undefined => (documento.kind === 'document' ? documento.scadenza : undefined);

/** Expired wins, whether the file is there or not. */
export function statoDi(row: Row, documento: (typeof DOCUMENTI)[number], today: string): { stato: StatoDocumento; percorso: string | null; date: string | null } {
  const scadenza = scadenzaDi(documento);
  const [percorso, date] = [testo(row[documento.campo]), scadenza ? testo(row[scadenza]) : null];
  return { stato: statoDocumento(percorso, date, today), percorso, date };
}

/** Deadlines of the rental that are today or past. */
export function quantiScaduti(row: Readonly<Record<string, unknown>>, today: string): number {
  return (noleggi.list.scadenze ?? []).filter((campo) => isExpired(row[campo] as string | null, today)).length;
}

export const testo = (value: Row[string] | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What an upload sends to say where a file goes: the matricola's folder, and the name in it. */
export function campiDocumento(matricola: string, campo: string): Record<string, string> {
  const documento = DOCUMENTI.find((one) => one.campo === campo);
  if (!documento) throw new Error(`${campo} holds no file`);
  return { matricola, nomeManutenzione: nomeDi(percorsoFile(matricola, documento)) };
}

export const campiFoto = (matricola: string, data: string): Record<string, string> => ({ matricola, nomeManutenzione: nomeDi(percorsoFotoNoleggio(matricola, data)) });

export const campiContratto = (matricola: string, dataInizio: string): Record<string, string> => ({ matricola, nomeManutenzione: nomeDi(percorsoContratto(matricola, dataInizio)) });
