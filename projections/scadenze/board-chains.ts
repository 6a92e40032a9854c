import { expiryField } from '#contracts/core/added-fields.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import type { RecordState } from '#contracts/core/record-state.ts';
import { BOARD_REGISTERS, type BoardSubject } from '#contracts/modules/scadenze/board.ts';
import { EMPTY, followChain, inForce, type InFields, type Link } from '#contracts/modules/scadenze/chain.ts';
import { codeOf } from '#contracts/modules/scadenze/with-kinds.ts';
import type { Fact } from '../engine/facts.ts';
import { columnValue } from '../registers/row.ts';

/** What is kept of a document that was not taken away. */
type KeptLink = Pick<Link, 'percorso' | 'scadenza' | 'dal' | 'completato'>;

/** Chains of a record by the field of their file: those that its present fields do not tell. */
export type Chains = Readonly<Record<string, readonly KeptLink[]>>;

/** A document of a record, and the days on which it is the one in force: from `da` to the day before `a`. */
export interface InForce {
  tipo: string;
  da: string;
  a: string;
  scadenza: string | null;
  file: boolean;
  aggiunto: boolean;
}

interface Place extends InFields {
  /** The code of the kind; `null`: the record itself says which. */
  tipo: string | null;
  aggiunto: boolean;
}

export const ALWAYS = { da: '-infinity', a: 'infinity' } as const;
const EXPIRY = expiryField('');

/** The places of documents that a definition names, by the field of the file and by that of the date. */
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

/** The place of the document that a field is of; what the definition does not name is of a kind that was added. */
function placeOf(subject: BoardSubject, field: string): Place | undefined {
  const def = BOARD_REGISTERS[subject];
  if (Object.hasOwn(def.fields, field) || field === def.key.field || subject === 'ditta' || subject === 'cantiere')
    return placesOf(def).get(field);
  const code = field.startsWith(EXPIRY) ? field.slice(EXPIRY.length) : field;
  return { file: code, expiry: expiryField(code), tipo: code, aggiunto: true };
}

/** The chains after an event. */
export function followChains(subject: BoardSubject, before: Held | undefined, after: RecordState, { event, change }: Fact): Chains {
  const chains: Record<string, readonly KeptLink[]> = { ...before?.chains };
  const campo = event.data['campo'];
  const names = [...Object.keys(change.fields), ...(typeof campo === 'string' ? [campo] : []), ...(change.file ? [change.file.campo] : [])];
  const touched = new Map(names.flatMap((name) => placeOf(subject, name) ?? []).map((place) => [place.file, place]));
  // an upload is over for good with the next command, whatever that is about
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

interface Held {
  state: RecordState;
  chains: Chains;
}

const linksOf = (place: Place, held: Held | undefined): Link[] =>
  (held ? (held.chains[place.file] ?? told(place, held.state.values)) : []).map((link) => ({ ...EMPTY, quando: '', utente: '', ...link }));

const keep = ({ percorso, scadenza, dal, completato }: Link): KeptLink => ({
  percorso,
  scadenza,
  dal,
  ...(completato ? { completato } : {}),
});

/** The chain that the fields of a record tell: one document, since always, or none. */
function told({ file, expiry }: InFields, values: Values): KeptLink[] {
  const percorso = (values[file] ?? null) as string | null;
  const scadenza = (expiry === null ? null : (values[expiry] ?? null)) as string | null;
  return percorso === null && scadenza === null ? [] : [{ percorso, scadenza, dal: null }];
}

const isTold = (links: readonly KeptLink[], place: InFields, values: Values): boolean =>
  JSON.stringify(links) === JSON.stringify(told(place, values));

/** The documents whose days are not those of the present fields, each with the days on which it is in force. */
export function pastOf(subject: BoardSubject, { values }: RecordState, chains: Chains): InForce[] {
  return Object.entries(chains).flatMap(([file, links]): InForce[] => {
    const place = placeOf(subject, file);
    const tipo = place?.tipo ?? (typeof values['tipo'] === 'string' ? values['tipo'] : null);
    if (!place || tipo === null) return [];
    const own = { tipo, aggiunto: place.aggiunto };
    const days = daysOf(links).map(({ link, ...between }) => ({
      ...own,
      ...between,
      scadenza: day(link.scadenza),
      file: link.percorso !== null,
    }));
    const plain = told(place, values).map(({ percorso, scadenza }) => ({
      ...own,
      ...ALWAYS,
      scadenza: day(scadenza),
      file: percorso !== null,
    }));
    if (JSON.stringify(days) === JSON.stringify(plain)) return [];
    // of what is not in force on any day it is told that there is nothing
    return days.length > 0 ? days : [{ ...own, ...ALWAYS, scadenza: null, file: false }];
  });
}

/** Between two days of issue the same document is in force. */
function daysOf(kept: readonly KeptLink[]): { da: string; a: string; link: Link }[] {
  const links = kept.map((link): Link => ({ ...EMPTY, quando: '', utente: '', ...link }));
  const starts = [...new Set(links.flatMap(({ dal }) => day(dal) ?? []))].toSorted();
  return [ALWAYS.da, ...starts].flatMap((da, at) => {
    const link = inForce(links, da === ALWAYS.da ? '' : da);
    return link ? [{ da, a: starts[at] ?? ALWAYS.a, link }] : [];
  });
}

const day = (value: string | null): string | null => columnValue(value, 'date') as string | null;
