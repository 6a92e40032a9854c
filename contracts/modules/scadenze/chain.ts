import { DOCUMENT_EVENTS } from '../../core/documents.ts';
import { copiesOf, type ArchiveContent } from '../../core/erased.ts';
import type { StoredEvent } from '../../core/events.ts';
import type { RegisterChange } from '../../core/record-change.ts';
import type { Values } from '../../core/define-register.ts';

/** One document of a record in the time it was there: its file, and its own validity, which the next one does not change. */
export interface Link {
  percorso: string | null;
  file_versione: number | null;
  scadenza: string | null;
  /** The day of issue; `null`: since always. */
  dal: string | null;
  /** What the kind's interval gave, where it was a renewal. */
  calcolata: string | null;
  anticipata: boolean;
  /** Taken away since: it stays in the chain. */
  tolto: boolean;
  /** Its bytes were taken away for good, and why; its validity stays. */
  rimosso: Removed | null;
  quando: string;
  utente: string;
  /** The file came to what was only a date: by which command, and who had written the date when. */
  completato?: { commandId: string; quando: string; utente: string };
}

/** Who took the bytes away, when and why. */
export interface Removed {
  quando: string;
  utente: string;
  motivo: string;
}

/** The fields that hold the document. */
export interface InFields {
  file: string;
  expiry: string | null;
}

/** An event of the record's stream, and what it did to the record. */
export interface Told {
  event: Pick<StoredEvent, 'type' | 'data' | 'metadata'>;
  change: RegisterChange;
}

/**
 * The documents that these fields held, oldest first. A new file begins a new one; a date written in
 * the record corrects the one in force; a renewal says from which day the new one holds.
 */
export function chainOf(told: readonly Told[], fields: InFields): Link[] {
  const links: Link[] = [];
  for (const one of told) followChain(links, one, fields);
  return links;
}

/** Takes one event into the chain of the events before it. */
export function followChain(links: Link[], { event, change }: Told, { file, expiry }: InFields): void {
  const { utente, at, commandId } = event.metadata;
  const current = () => links.findLast((link) => !link.tolto);
  const begin = (values: Partial<Link>) =>
    void links.push({ ...EMPTY, scadenza: current()?.scadenza ?? null, ...values, quando: at, utente });
  // only the renewal of the same command follows its file
  for (const link of links) if (link.completato && link.completato.commandId !== commandId) delete link.completato;
  if (event.type === DOCUMENT_EVENTS.rinnovato) {
    if (event.data['campo'] === file) renew(current(), event.data, begin);
    return;
  }
  if (event.type === DOCUMENT_EVENTS.oscurato) {
    const rimosso = { quando: at, utente, motivo: String(event.data['motivo']) };
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
  written(change.fields, { file, expiry }, current, begin);
}

/** The file of a renewal is a new document: where it had completed a date, that date stays with the one before. */
function renew(link: Link | undefined, data: StoredEvent['data'], begin: (values: Partial<Link>) => void): void {
  if (!link?.completato) return void Object.assign(link ?? {}, renewalOf(data));
  const { percorso, file_versione, completato } = link;
  Object.assign(link, { percorso: null, file_versione: null, quando: completato.quando, utente: completato.utente });
  delete link.completato;
  begin({ percorso, file_versione, ...renewalOf(data) });
}

/** A document of which nothing is told yet. */
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

/** Values of the record that were written by hand, or came back. */
function written(
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

/** The document in force on a day, by all that is known now: the newest whose day of issue has come; one without holds since always. */
export const inForce = (links: readonly Link[], day: string): Link | undefined =>
  links.findLast((link) => !link.tolto && (link.dal === null || link.dal <= day));

/** Until which day a document of the chain holds: its own date, or where it has none the day before the next one. */
export function endOf(links: readonly Link[], at: number): string | null {
  return links[at]?.scadenza ?? links[at + 1]?.dal ?? null;
}
