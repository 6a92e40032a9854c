import type { ErrorCode } from './errors.ts';
import type { JsonObject } from './events.ts';
import type { RegisterAccess } from './permissions.ts';
import type { Fields } from './fields.ts';

/**
 * A register is one kind of record, defined once. The definition is data and pure functions of one
 * record; schema, events, routes, read table, grid, form and history labels all come from it.
 */
export interface RegisterDef<F extends Fields = Fields> {
  /** Name of the register = API path (`api/<path>`) = `tabella` of the history = read table. */
  path: string;
  /** Property of a write body that carries the record. */
  bodyKey: string;
  access: RegisterAccess;
  /** `sequence`: a number of the portal's own, never reused. `natural`: the user's own text. */
  key: {
    field: string;
    kind: 'sequence' | 'natural';
    label: string;
    max?: number;
    /** What an empty one is answered with, where the specification has a sentence for it. */
    whenEmpty?: ErrorCode;
  };
  /** Lives in the stream of another register's record: same consistency boundary, owner and area. */
  parent?: { register: string; field: string };
  /** A field that no two records of the same parent share. */
  unique?: { field: string; message: string };
  /** Fields whose values no two records share all together; the sentence says so, at the last of them. */
  distinct?: { fields: readonly string[]; message: string };
  /** A parent has at most so many of them; the sentence says so. */
  limit?: { max: number; message: string };
  /** A parent has one of these first. */
  needs?: { register: string; code: ErrorCode };
  /** Fields a child takes from its parent's record, and follows when that changes: own field → the parent's. */
  inherits?: Readonly<Record<string, string>>;
  /** Pairs of dates, the second of which is not before the first. */
  periods?: readonly (readonly [from: string, to: string])[];
  /** Values made of the record's other ones, asked at each creation and change. `before`: as it was, on a change. */
  derive?(after: Values, before?: Values): Values;
  /** What a record's values, those the portal makes included, lack or have too much of: field → sentence. */
  faults?(values: Values): Readonly<Record<string, string>>;
  /** Which paths of the archive (logical, NFC) its document fields may be given. `parent`: its parent's values, for a child. */
  ownsFile?(path: string, values: Values, parent?: Values): boolean;
  /** Documents may be added to its fields as data, see `added-fields.ts`. */
  takesKinds?: true;
  /** Its records are people: who opens a document of one is told in the trail of accesses. */
  personal?: true;
  /** Its records are who signs in, by their keys; the field of their full name. Of one register alone. */
  accounts?: { fullName: string };
  events: { created: string; changed: string; deleted: string; restored: string };
  /** Events of named commands: type → what was done, after the name of the person. Values of known fields in them count. */
  facts?: Readonly<Record<string, Fact>>;
  fields: F;
  labels: {
    /** "macchinario", with its article: "il macchinario". */
    one: string;
    article: string;
    many: string;
  };
  messages: {
    created: string;
    changed: string;
    deleted: string;
    confirmDelete: string;
    saveError: string;
    /** Before the reason why a new one was refused. */
    createError?: string;
    deleteError: string;
    /** Said when a file that is to be deleted is not in the archive. */
    fileMissing?: string;
    /** Said when something is asked of chosen records and none is. */
    noneChosen?: string;
  };
  /** What a record is called in selectors, history and dialogs: names of fields. */
  name: readonly string[];
  list: {
    title: string;
    /** Browser route of the list; the detail is under it. */
    route: string;
    /** Exact name of its exported file, where the specification gives one; else title and date. */
    file?: string;
    columns: readonly string[];
    /** Columns a person can add. */
    hidden?: readonly string[];
    pageSize: number;
    /** Field, with `-` for descending. */
    sort: string;
    search: readonly string[];
    /** Fields that hold deadlines: `filtri.scaduti` keeps records with one of them expired. */
    scadenze?: readonly string[];
  };
  form: {
    title: string;
    /** Browser route of the detail. The list's own: the key follows as last segment (`nuovo` for a new record); another one: `?id=` names the key. */
    route: string;
    sections: readonly { title?: string; rows: readonly (readonly string[])[] }[];
    /** Back to the list so many milliseconds after a save or a deletion; absent: the detail stays. */
    leaveAfter?: number;
  };
}

/** A sentence, or one made of what the event holds. */
export type Fact = string | ((data: JsonObject) => string);

type Problems = string[];

/** The definition itself, checked: an error in it stops the process at start, all problems at once. */
export function defineRegister<const F extends Fields>(def: RegisterDef<F>): RegisterDef<F> {
  const problems: Problems = [];
  const known = new Set([...Object.keys(def.fields), def.key.field, 'utente']);
  const check = (names: readonly string[], where: string) => {
    for (const name of names) if (!known.has(name)) problems.push(`${def.path}: ${where} names the unknown field ${name}`);
  };
  check(def.list.columns, 'list.columns');
  check(def.list.hidden ?? [], 'list.hidden');
  check([def.list.sort.replace(/^-/, '')], 'list.sort');
  check(def.list.search, 'list.search');
  check(def.list.scadenze ?? [], 'list.scadenze');
  check(def.name, 'name');
  check(def.accounts ? [def.accounts.fullName] : [], 'accounts');
  check(Object.keys(def.inherits ?? {}), 'inherits');
  check(def.distinct?.fields ?? [], 'distinct');
  check((def.periods ?? []).flat(), 'periods');
  check(
    def.form.sections.flatMap((s) => s.rows.flat()),
    'form',
  );
  for (const [name, field] of Object.entries(def.fields)) {
    if ((field.kind === 'document' || field.kind === 'photo') && !def.ownsFile)
      problems.push(`${def.path}: ${name} is a file, and ownsFile is missing`);
    if (field.kind === 'document' && field.scadenza && def.fields[field.scadenza]?.kind !== 'date') {
      problems.push(`${def.path}: ${name} expires by ${field.scadenza}, which is no date`);
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return def;
}

/** A register whatever its fields: what generic code works with. */
export type AnyRegister = RegisterDef<Fields>;

export type Values = Record<string, string | number | null>;

/** What follows from a record's values: `before` as it was, on a change; `parent`: its parent's, for a child. Pure; throws to refuse. */
export type Derivation = (after: Values, before: Values | undefined, parent: Values | undefined) => Values;

/** What of these values a client may send: those the portal makes are left out. */
export function sendable<V>(def: AnyRegister, values: Readonly<Record<string, V>>): Record<string, V> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(def.fields, name) || !def.fields[name]?.computed));
}

/** What the user reads for a field, the key and the owner included. */
export function labelOf(
  def: { key: { field: string; label: string }; fields: Readonly<Record<string, { label: string }>> },
  name: string,
): string {
  if (name === def.key.field) return def.key.label;
  if (name === 'utente') return 'Utente';
  return def.fields[name]?.label ?? name;
}

/** Name of the stream that holds a record; for a child, of its parent's record. */
export function streamOf(def: AnyRegister, key: string | number): string {
  return `${def.parent ? def.parent.register : def.path}-${key}`;
}
