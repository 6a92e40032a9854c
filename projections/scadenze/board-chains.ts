import { documentEvents } from '#contracts/core/document-events.ts';
import { recordedData } from '#contracts/core/facts.ts';
import { expiryField } from '#contracts/core/added-fields.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import type { RecordState } from '#contracts/core/record-state.ts';
import { BOARD_REGISTERS, type BoardSubject, type BoardValues } from '#contracts/modules/scadenze/board.ts';
import { EMPTY, followChain, inForce, type InFields, type Link } from '#contracts/modules/scadenze/chain.ts';
import { codeOf } from '#contracts/modules/scadenze/with-kinds.ts';
import type { RecordEvent } from '../engine/record-events.ts';
import { columnValue } from '../registers/row.ts';
import type { Chains, KeptLink } from './tables.ts';

/** A document of a record, with the days on which it is valid: from `da` to the day before `a`. */
export interface InForce {
  tipo: string;
  da: string;
  a: string;
  scadenza: string | null;
  file: boolean;
  aggiunto: boolean;
}

interface Place extends InFields {
  /** Code of the kind; `null`: the record itself names the kind. */
  tipo: string | null;
  aggiunto: boolean;
}

export const ALWAYS = { da: '-infinity', a: 'infinity' } as const;
const EXPIRY = expiryField('');

/** Returns the places of documents that a definition names, by file field and by date field. */
const placesOf = oncePer((def: AnyRegister): ReadonlyMap<string, Place> => {
  const places = new Map<string, Place>();
  const subject = (Object.keys(BOARD_REGISTERS) as BoardSubject[]).find((one) => BOARD_REGISTERS[one] === def);
  if (subject === undefined || subject === 'cantiere') return places;
  const add = (place: Place) => [place.file, ...(place.expiry === null ? [] : [place.expiry])].forEach((name) => places.set(name, place));
  if (subject === 'ditta') add({ file: 'percorso', expiry: 'scadenza', tipo: null, aggiunto: false });
  else
    for (const file of fileFields(def))
      if (file.kind === 'document') add({ file: file.field, expiry: file.scadenza ?? null, tipo: codeOf(subject, file), aggiunto: false });
  return places;
});

/** Returns the place of the document to which a field belongs; a field outside the definition belongs to an added kind. */
function placeOf(subject: BoardSubject, field: string): Place | undefined {
  const def = BOARD_REGISTERS[subject];
  if (Object.hasOwn(def.fields, field) || field === def.key.field || subject === 'ditta' || subject === 'cantiere')
    return placesOf(def).get(field);
  const code = field.startsWith(EXPIRY) ? field.slice(EXPIRY.length) : field;
  return { file: code, expiry: expiryField(code), tipo: code, aggiunto: true };
}

/** Returns the chains after an event. */
export function followChains(
  subject: BoardSubject,
  before: ChainedRecord | undefined,
  after: RecordState,
  { event, change }: RecordEvent,
): Chains {
  const chains: Record<string, readonly KeptLink[]> = { ...before?.chains };
  const { campo } = recordedData(documentEvents, event.data);
  const names = [...Object.keys(change.fields), ...(typeof campo === 'string' ? [campo] : []), ...(change.file ? [change.file.campo] : [])];
  const touched = new Map(names.flatMap((name) => placeOf(subject, name) ?? []).map((place) => [place.file, place]));
  // an upload waits for a renewal only within its own command; any later event ends that wait
  for (const file of Object.keys(chains)) if (!touched.has(file)) touched.set(file, placeOf(subject, file)!);
  for (const [file, place] of touched) {
    const links = linksOf(place, before);
    followChain(links, { event, change }, place);
    const kept = links.filter(({ tolto }) => !tolto).map(keep);
    if (isTold(kept, place, after.values)) delete chains[file];
    else chains[file] = kept;
  }
  return chains;
}

interface ChainedRecord {
  state: RecordState;
  chains: Chains;
}

const linksOf = (place: Place, held: ChainedRecord | undefined): Link[] =>
  (held ? (held.chains[place.file] ?? impliedChain(place, held.state.values)) : []).map((link) => ({
    ...EMPTY,
    quando: '',
    utente: '',
    ...link,
  }));

const keep = ({ percorso, scadenza, dal, completato }: Link): KeptLink => ({
  percorso,
  scadenza,
  dal,
  ...(completato ? { completato } : {}),
});

/** Returns the chain implied by the fields of a record: one document valid from the start, or none. */
function impliedChain({ file, expiry }: InFields, values: Values): KeptLink[] {
  const percorso = (values[file] ?? null) as string | null;
  const scadenza = (expiry === null ? null : (values[expiry] ?? null)) as string | null;
  return percorso === null && scadenza === null ? [] : [{ percorso, scadenza, dal: null }];
}

const isTold = (links: readonly KeptLink[], place: InFields, values: Values): boolean =>
  JSON.stringify(links) === JSON.stringify(impliedChain(place, values));

/** Returns documents, with their days of validity, of chains that the present fields do not reproduce. */
export function pastOf(subject: BoardSubject, { values }: RecordState, chains: Chains): InForce[] {
  return Object.entries(chains).flatMap(([file, links]): InForce[] => {
    const place = placeOf(subject, file);
    const { tipo: named } = values as BoardValues;
    const tipo = place?.tipo ?? (typeof named === 'string' ? named : null);
    if (!place || tipo === null) return [];
    const own = { tipo, aggiunto: place.aggiunto };
    const days = daysOf(links).map(({ link, ...between }) => ({
      ...own,
      ...between,
      scadenza: day(link.scadenza),
      file: link.percorso !== null,
    }));
    const plain = impliedChain(place, values).map(({ percorso, scadenza }) => ({
      ...own,
      ...ALWAYS,
      scadenza: day(scadenza),
      file: percorso !== null,
    }));
    if (JSON.stringify(days) === JSON.stringify(plain)) return [];
    // a document that is never valid gets a row without date and file
    return days.length > 0 ? days : [{ ...own, ...ALWAYS, scadenza: null, file: false }];
  });
}

/** Splits time at the days of issue; the same document is valid on all days of an interval. */
function daysOf(kept: readonly KeptLink[]): { da: string; a: string; link: Link }[] {
  const links = kept.map((link): Link => ({ ...EMPTY, quando: '', utente: '', ...link }));
  const starts = [...new Set(links.flatMap(({ dal }) => day(dal) ?? []))].toSorted();
  return [ALWAYS.da, ...starts].flatMap((da, at) => {
    const link = inForce(links, da === ALWAYS.da ? '' : da);
    return link ? [{ da, a: starts[at] ?? ALWAYS.a, link }] : [];
  });
}

const day = (value: string | null): string | null => columnValue(value, 'date') as string | null;
