import type { DocumentData } from '../../core/document-events.ts';
import { DOCUMENT_EVENTS } from '../../core/documents.ts';
import { copiesOf, type ArchiveContent } from '../../core/erased-versions.ts';
import type { StoredEvent } from '../../core/events.ts';
import type { RegisterChange } from '../../core/record-change.ts';
import type { Values } from '../../core/define-register.ts';

/** One document of a record in the past or present: its file and its own validity, which the next document does not change. */
export interface Link {
  percorso: string | null;
  file_versione: number | null;
  scadenza: string | null;
  /** Day of issue; `null`: valid from the start. */
  dal: string | null;
  /** Expiry computed from the kind's interval, for a renewal. */
  calcolata: string | null;
  anticipata: boolean;
  /** The document was removed since; it stays in the chain. */
  tolto: boolean;
  /** Permanent removal of the bytes, with the reason; the validity stays. */
  rimosso: DocumentRemoval | null;
  quando: string;
  utente: string;
  /** Set if the file was uploaded after the date: the command of the upload, and author and time of the date. */
  completato?: { commandId: string; quando: string; utente: string };
}

/** The permanent removal of a document's bytes: time, person and reason. */
export interface DocumentRemoval {
  quando: string;
  utente: string;
  motivo: string;
}

/** The fields that hold the document. */
export interface InFields {
  file: string;
  expiry: string | null;
}

/** An event of the record's stream, with its change of the record. */
export interface RecordFact {
  event: Pick<StoredEvent, 'type' | 'data' | 'metadata'>;
  change: RegisterChange;
}

/**
 * Returns the documents that these fields held, oldest first. A new file starts a new document; a date written in the record corrects the
 * current one; a renewal sets the day from which the new one is valid.
 */
export function chainOf(told: readonly RecordFact[], fields: InFields): Link[] {
  const links: Link[] = [];
  for (const one of told) followChain(links, one, fields);
  return links;
}

/** Adds one event to the chain of the events before it. Mutates `links`. */
export function followChain(links: Link[], { event, change }: RecordFact, { file, expiry }: InFields): void {
  const { utente, at, commandId } = event.metadata;
  const current = () => links.findLast((link) => !link.tolto);
  const begin = (values: Partial<Link>) =>
    void links.push({ ...EMPTY, scadenza: current()?.scadenza ?? null, ...values, quando: at, utente });
  // only the renewal of the same command may follow the upload of its file
  for (const link of links) if (link.completato && link.completato.commandId !== commandId) delete link.completato;
  if (event.type === DOCUMENT_EVENTS.rinnovato) {
    if ((event.data as DocumentData).campo === file) renew(current(), event.data, begin);
    return;
  }
  if (event.type === DOCUMENT_EVENTS.oscurato) {
    const rimosso = { quando: at, utente, motivo: String((event.data as DocumentData).motivo) };
    for (const link of links) if (!link.rimosso && isAmong(link, copiesOf(event.data))) link.rimosso = rimosso;
    return;
  }
  if (change.file?.campo === file) {
    const { percorso, versione } = change.file;
    const link = current();
    if (change.kind === 'file-eliminato') takeAway(link);
    else if (change.kind === 'rinominato')
      Object.assign(link ?? {}, { percorso, ...(versione === null ? {} : { file_versione: versione }) });
    else if (link && onlyADate(link)) {
      link.completato = { commandId, quando: link.quando, utente: link.utente };
      Object.assign(link, { percorso, file_versione: versione, quando: at, utente });
    } else begin({ percorso, file_versione: versione });
    return;
  }
  applyWritten(change.fields, { file, expiry }, current, begin);
}

/** Turns the file of a renewal into a new document. If the file had completed a date, that date stays with the document before. */
function renew(link: Link | undefined, data: StoredEvent['data'], begin: (values: Partial<Link>) => void): void {
  if (!link?.completato) return void Object.assign(link ?? {}, renewalOf(data));
  const { percorso, file_versione, completato } = link;
  Object.assign(link, { percorso: null, file_versione: null, quando: completato.quando, utente: completato.utente });
  delete link.completato;
  begin({ percorso, file_versione, ...renewalOf(data) });
}

/** A document without any facts yet. */
export const EMPTY: Omit<Link, 'quando' | 'utente'> = {
  percorso: null,
  file_versione: null,
  scadenza: null,
  dal: null,
  calcolata: null,
  anticipata: false,
  tolto: false,
  rimosso: null,
};

const isAmong = (link: Link, contents: readonly ArchiveContent[]): boolean =>
  contents.some(({ percorso, file_versione }) => percorso === link.percorso && file_versione === link.file_versione);

const onlyADate = (link: Link | undefined): boolean => link !== undefined && link.percorso === null;

const takeAway = (link: Link | undefined): void => void (link && (link.tolto = true));

const renewalOf = ({ dal, scadenza, calcolata, anticipata }: StoredEvent['data']): Partial<Link> => ({
  dal: dal as string,
  scadenza: scadenza as string | null,
  calcolata: calcolata as string | null,
  anticipata: anticipata === 1,
});

/** Applies values of the record that were edited or restored. */
function applyWritten(
  fields: Values,
  { file, expiry }: InFields,
  current: () => Link | undefined,
  begin: (values: Partial<Link>) => void,
): void {
  if (Object.hasOwn(fields, file)) {
    const percorso = (fields[file] ?? null) as string | null;
    if (percorso === null) takeAway(current()?.percorso ? current() : undefined);
    else if (current()?.percorso !== percorso) {
      const dated = current();
      if (onlyADate(dated)) dated!.percorso = percorso;
      else begin({ percorso });
    }
  }
  if (expiry === null || !Object.hasOwn(fields, expiry)) return;
  const scadenza = (fields[expiry] ?? null) as string | null;
  const link = current();
  if (!link && scadenza !== null) begin({ scadenza });
  else if (link && link.scadenza !== scadenza) {
    link.scadenza = scadenza;
    link.anticipata = false;
    if (link.percorso === null && scadenza === null) takeAway(link);
  }
}

/**
 * Returns the document valid on a day, by all that is known now: the newest whose day of issue has come; one without day of issue is valid
 * from the start.
 */
export const inForce = (links: readonly Link[], day: string): Link | undefined =>
  links.findLast((link) => !link.tolto && (link.dal === null || link.dal <= day));

/** Returns the last day of a document of the chain: its own date, otherwise the next document's day of issue. */
export function endOf(links: readonly Link[], at: number): string | null {
  return links[at]?.scadenza ?? links[at + 1]?.dal ?? null;
}
