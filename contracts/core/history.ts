import { DOCUMENT_EVENTS, type RecordFile } from './documents.ts';
import { upcast, type Json, type JsonObject } from './events.ts';
import { labelOf, type AnyRegister, type Fact, type Values } from './define-register.ts';
import { REGISTERS, register } from '../registers/index.ts';
import { CHRONICLES, toldBy } from '../registers/told.ts';
import type { Chronicle } from './chronicle.ts';
import type { FieldKind } from './fields.ts';

/**
 * What an event did to a record, and the record it leaves: the one reading of the log that the
 * deciders, the read tables and the history share.
 */
export const TYPE_CHANGES = [
  'creato',
  'modificato',
  'eliminato',
  'ripristinato',
  'caricato',
  'rinominato',
  'file-eliminato',
  'aperto',
  'altro',
] as const;
export type TypeChange = (typeof TYPE_CHANGES)[number];

export interface RegisterChange {
  table: string;
  id: string;
  kind: TypeChange;
  /** New values of the fields it touched (key left out). */
  fields: Values;
  /** For events about a file. */
  file?: { campo: string; percorso: string | null; versione: number | null; byte: number | null };
  /** For the facts of named commands: what was done, after the name of the person. */
  sentence?: string;
}

type Parser = (data: JsonObject) => RegisterChange;

/** What a named command recorded; values of the register's fields in it count. */
function fact(def: AnyRegister, said: Fact): Parser {
  const read = parser(def, 'modificato');
  return (data) => {
    const change = read(data);
    const sentence = typeof said === 'string' ? said : said(data);
    return { ...change, kind: Object.keys(change.fields).length > 0 ? 'modificato' : 'altro', sentence };
  };
}

const told =
  ({ path, key, events }: Chronicle, type: string): Parser =>
  (data) => {
    const { sentence, values } = events[type]!(data);
    return { table: path, id: String(data[key.field]), kind: 'creato', fields: values, sentence };
  };

const PARSERS = new Map<string, Parser>([
  ...REGISTERS.flatMap((def) => [
    [def.events.created, parser(def, 'creato')] as const,
    [def.events.changed, parser(def, 'modificato')] as const,
    [def.events.deleted, parser(def, 'eliminato')] as const,
    [def.events.restored, parser(def, 'ripristinato')] as const,
    ...Object.entries(def.facts ?? {}).map(([type, sentence]) => [type, fact(def, sentence)] as const),
  ]),
  ...CHRONICLES.flatMap((one) => Object.keys(one.events).map((type) => [type, told(one, type)] as const)),
  [DOCUMENT_EVENTS.caricato, (d) => file(d, 'caricato')],
  [DOCUMENT_EVENTS.eliminato, (d) => file(d, 'file-eliminato')],
  [DOCUMENT_EVENTS.rinominato, (d) => file(d, 'rinominato')],
  [DOCUMENT_EVENTS.aperto, opened],
]);

/** Every event type the portal knows, in its current version. */
export const EVENT_TYPES: readonly string[] = [...PARSERS.keys()];

/** What the event did, or `null` for an event this code does not know. */
export function changeOf(event: { type: string; data: JsonObject }): RegisterChange | null {
  const current = upcast(event);
  return PARSERS.get(current.type)?.(current.data) ?? null;
}

/** A record as its events leave it. */
export interface RecordState {
  table: string;
  id: string;
  /** False once deleted (or when its parent is). */
  exists: boolean;
  values: Values;
  /** Owner: who created it. */
  utente: string;
  /** Version of the stream at the last event that touched it: what `If-Match` is compared with. */
  version: number;
  /** ISO instants and user name. */
  created: string;
  modified: string;
  modifiedBy: string;
  files: Record<string, RecordFile>;
  /** The parent record is deleted; the record itself may still be there. */
  parentDeleted: boolean;
}

/** The records of one stream, by `recordKey`. */
export type StreamState = ReadonlyMap<string, RecordState>;

export const recordKey = (table: string, id: string | number): string => `${table}/${id}`;

export interface ReadEvent {
  type: string;
  data: JsonObject;
  version: number;
  metadata: { utente: string; at: string };
}

/** The stream after the event; unknown events change nothing. Pure: maps and records are copied. */
export function evolve(state: StreamState, event: ReadEvent): StreamState {
  const change = changeOf(event);
  if (!change) return state;
  const next = new Map(state);
  apply(next, change, event, evolveRecord);
  return next;
}

/** One map, and one record each, for the whole stream: a copy at each of a thousand events would cost more than the events. */
export function fold(events: readonly ReadEvent[]): StreamState {
  const state = new Map<string, RecordState>();
  for (const event of events) {
    const change = changeOf(event);
    if (change) apply(state, change, event, evolveInPlace);
  }
  return state;
}

type Step = (before: RecordState | undefined, change: RegisterChange, event: ReadEvent) => RecordState;

function apply(state: Map<string, RecordState>, change: RegisterChange, event: ReadEvent, step: Step): void {
  const key = recordKey(change.table, change.id);
  state.set(key, step(state.get(key), change, event));
  const children = change.kind === 'eliminato' || change.kind === 'ripristinato';
  if (!children || register(change.table)?.parent) return;
  for (const [k, record] of state) {
    if (k !== key) state.set(k, { ...record, parentDeleted: change.kind === 'eliminato' });
  }
}

const FILE_KINDS: readonly TypeChange[] = ['caricato', 'rinominato', 'file-eliminato'];

/** Who looks, or lays a file beside the documents: what another person has open is not out of date by it. */
const changesNothing = ({ kind, file: own }: RegisterChange): boolean => kind === 'aperto' || (FILE_KINDS.includes(kind) && !own);

/** `own`: the record that may be written on. */
const stepOn =
  (own: (before: RecordState) => RecordState): Step =>
  (before, change, event) =>
    before && changesNothing(change) ? before : changed(before && own(before), change, event);

/** One record after one event that touched it. */
export const evolveRecord: Step = stepOn((before) => ({ ...before, values: { ...before.values } }));

/** The same, on the very record it is given. */
const evolveInPlace: Step = stepOn((before) => before);

function changed(before: RecordState | undefined, change: RegisterChange, event: ReadEvent): RecordState {
  const { utente, at } = event.metadata;
  const record: RecordState = before ?? {
    table: change.table,
    id: change.id,
    exists: false,
    values: {},
    utente,
    version: 0,
    created: at,
    modified: at,
    modifiedBy: utente,
    files: {},
    parentDeleted: false,
  };
  if (change.kind === 'eliminato') record.exists = false;
  if (change.kind === 'creato' || change.kind === 'ripristinato') record.exists = true;
  if (change.kind === 'creato') record.values = { ...change.fields };
  else Object.assign(record.values, change.fields);
  record.version = event.version;
  record.modified = at;
  record.modifiedBy = utente;
  record.files = archiveAfter(record.files, change, event);
  return record;
}

export interface HistoryField {
  campo: string;
  etichetta: string;
  /** How to show the values. */
  tipo: FieldKind | 'chiave';
  prima: Json;
  dopo: Json;
}

/** One entry of the history of a record (`GET api/storico`). */
export interface HistoryItem {
  tabella: string;
  id: string;
  versione: number;
  evento: string;
  tipo: TypeChange;
  quando: string;
  utente: string;
  /** The full name that the user had then, if any; never in the place of `utente`, which is the user's alone. */
  nome: string | null;
  /** A sentence in Italian without its subject: "ha modificato 2 campi". */
  frase: string;
  campi: HistoryField[];
  motivo: string | null;
  /** Where one command touched many records alike: how many, and the command that the trail can be narrowed to. */
  insieme?: number;
  comando?: string;
}

/** Field by field, before and after. A file shows as `{percorso, versione}`. */
export function changedFields(before: RecordState | undefined, after: RecordState, change: RegisterChange): HistoryField[] {
  const def = toldBy(change.table);
  if (!def) return [];
  const fresh = change.kind === 'creato';
  return Object.keys(change.fields).flatMap((fieldName) => {
    const was = fresh ? null : storicoValue(before, fieldName);
    const becomes = storicoValue(after, fieldName);
    if (JSON.stringify(was) === JSON.stringify(becomes)) return [];
    return [
      {
        campo: fieldName,
        etichetta: labelOf(def, fieldName),
        tipo: def.fields[fieldName]?.kind ?? ('chiave' as const),
        prima: was,
        dopo: becomes,
      },
    ];
  });
}

/** `name`: what the record was called, where its key is a number that nobody knows it by. */
export function sentenceOf(change: RegisterChange, countFields: number, name?: string): string {
  const def = register(change.table);
  const article = def?.labels.article ?? 'il record';
  if (change.sentence) return change.sentence;
  switch (change.kind) {
    case 'creato':
      return `ha creato ${article}`;
    case 'modificato':
      return countFields === 1 ? 'ha modificato 1 campo' : `ha modificato ${countFields} campi`;
    case 'eliminato':
      return name ? `ha eliminato ${article} «${name}»` : `ha eliminato ${article}`;
    case 'ripristinato':
      return `ha ripristinato ${article}`;
    case 'caricato':
      return 'ha caricato un documento';
    case 'rinominato':
      return 'ha rinominato un documento';
    case 'file-eliminato':
      return 'ha eliminato un documento';
    case 'aperto':
      return 'ha aperto un documento';
    case 'altro':
      return 'ha modificato il record';
  }
}

function storicoValue(state: RecordState | undefined, fieldName: string): Json {
  const value = state?.values[fieldName] ?? null;
  const file = state?.files[fieldName];
  return file && value !== null && file.percorso === value ? { percorso: file.percorso, versione: file.versione } : value;
}

function archiveAfter(before: Record<string, RecordFile>, change: RegisterChange, event: ReadEvent): Record<string, RecordFile> {
  const { file } = change;
  if (!file) return before;
  const { [file.campo]: old, ...others } = before;
  if (change.kind === 'file-eliminato' || file.percorso === null) return others;
  if (change.kind === 'rinominato') {
    return old ? { ...others, [file.campo]: { ...old, percorso: file.percorso, versione: file.versione ?? old.versione } } : others;
  }
  return {
    ...others,
    [file.campo]: {
      percorso: file.percorso,
      versione: file.versione ?? 1,
      byte: file.byte ?? 0,
      quando: event.metadata.at,
      utente: event.metadata.utente,
    },
  };
}

function parser(def: AnyRegister, kind: TypeChange): Parser {
  return (data) => {
    const { [def.key.field]: key, ...others } = data;
    const fields = Object.fromEntries(Object.entries(others).filter(([name]) => name in def.fields)) as Values;
    // the key of a child can be a field of the record too (datiMacchina.matricola is not)
    if (def.key.field in def.fields) fields[def.key.field] = key as string;
    return { table: def.path, id: String(key), kind, fields };
  };
}

function file(data: JsonObject, kind: TypeChange): RegisterChange {
  const table = String(data['tabella']);
  const fieldName = String(data['campo']);
  if (fieldName === '') return { table, id: String(data['id']), kind, fields: {}, sentence: besideSentence(data, kind) };
  const path = kind === 'file-eliminato' ? null : String(data['percorso']);
  const field = register(table)?.fields[fieldName];
  const scadenza = kind === 'file-eliminato' && field?.kind === 'document' && field.scadenza ? { [field.scadenza]: null } : {};
  return {
    table,
    id: String(data['id']),
    kind,
    fields: { [fieldName]: path, ...scadenza },
    ...(kind === 'caricato' && data['da_foto'] !== undefined ? { sentence: `ha caricato un documento${fromPhotos(data)}` } : {}),
    file: { campo: fieldName, percorso: path, versione: (data['file_versione'] as number) ?? null, byte: (data['byte'] as number) ?? null },
  };
}

/** A file that no field of the record names, by its own name. */
function besideSentence(data: JsonObject, kind: TypeChange): string {
  const name = nameOf(data['percorso']);
  const version = Number(data['file_versione']) > 1 ? ` (versione ${Number(data['file_versione'])})` : '';
  if (kind === 'rinominato' && nameOf(data['da']) === name) return `ha spostato il file ${name}`;
  if (kind === 'rinominato') return `ha rinominato il file ${nameOf(data['da'])} in ${name}`;
  return kind === 'file-eliminato' ? `ha eliminato il file ${name}${version}` : `ha caricato il file ${name}${version}${fromPhotos(data)}`;
}

function fromPhotos({ da_foto: photos }: JsonObject): string {
  return photos === undefined ? '' : photos === 1 ? ' da 1 foto' : ` da ${Number(photos)} foto`;
}

const nameOf = (path: Json | undefined): string => String(path).slice(String(path).lastIndexOf('/') + 1);

/** A reserved document was looked at: which one, in words. */
function opened(data: JsonObject): RegisterChange {
  const table = String(data['tabella']);
  const label = register(table)?.fields[String(data['campo'])]?.label;
  const what = label === undefined ? `il file ${nameOf(data['percorso'])}` : `il documento ${label}`;
  return { table, id: String(data['id']), kind: 'aperto', fields: {}, sentence: `ha aperto ${what}` };
}
