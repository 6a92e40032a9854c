import type { ErrorCode } from './errors.ts';
import type { JsonObject } from './events.ts';
import type { RegisterAccess } from './permissions.ts';
import type { Fields, FieldValue } from './fields.ts';
import type { Summable } from './groups.ts';

/** Kind of a register's key. `sequence`: a number of the portal's own, never reused. `natural`: the user's own text. */
export type KeyKind = 'sequence' | 'natural';

/**
 * A register is one kind of record, defined once. The definition is data and pure functions of one
 * record; schema, events, routes, read table, grid, form and history labels all come from it.
 */
export interface RegisterDef<F extends Fields = Fields, K extends string = string, N extends KeyKind = KeyKind> {
  /** Name of the register = API path (`api/<path>`) = `tabella` of the history = read table. */
  path: string;
  /** Property of a write body that carries the record. */
  bodyKey: string;
  access: RegisterAccess;
  key: {
    field: K;
    kind: N;
    label: string;
    max?: number;
    /** Error code for an empty key, where the specification has a sentence for it. */
    whenEmpty?: ErrorCode;
  };
  /** The record lives in the stream of another register's record, with the same consistency boundary, owner and area. */
  parent?: { register: string; field: string };
  /** A field whose value is unique among the records of one parent. */
  unique?: { field: string; message: string };
  /** Fields whose combined values are unique; the message appears at the last of them. */
  distinct?: { fields: readonly string[]; message: string };
  /** Maximum number of records per parent, and the message when it is exceeded. */
  limit?: { max: number; message: string };
  /** Register of which the parent must already have a record, and the error code when it has none. */
  needs?: { register: string; code: ErrorCode };
  /** Fields that a child copies from its parent's record and updates when the parent changes: own field → parent's field. */
  inherits?: Readonly<Record<string, string>>;
  /** Pairs of dates; the second must not be before the first. */
  periods?: readonly (readonly [from: string, to: string])[];
  /** Computes values from the record's other values, at each creation and change. `before`: the record before a change. */
  derive?(after: FieldValues<F>, before?: FieldValues<F>): Values;
  /** Returns the faults of a record's values, computed ones included: field → sentence. */
  faults?(values: FieldValues<F>): Readonly<Record<string, string>>;
  /**
   * Checks whether the record's document fields may hold a path of the archive (logical, NFC). `parent`: the parent's values, for a child.
   */
  ownsFile?(path: string, values: Values, parent?: Values): boolean;
  /** Documents may be added to its fields as data, see `added-fields.ts`. */
  takesKinds?: true;
  /** The records are people, so opening a document of one is recorded in the trail of accesses. */
  personal?: true;
  /**
   * Fields that tell who the record's person is or tell of them; the event log holds their values sealed with the person's key. With
   * `takesKinds` the added documents are among them. Values of other registers that name such a field are sealed with the same key.
   */
  personalFields?: readonly string[];
  /** Returns the values that some of these fields show of a forgotten person, from the record's key. The others show "dimenticato" or nothing. */
  forgottenAs?(key: string | number): Readonly<Record<string, string>>;
  /** Further values of the events in `facts` that tell of the record's person, sealed like `personalFields`. */
  personalFacts?: readonly string[];
  /** The records are user accounts, keyed by user name; names the field of the full name. At most one register has this. */
  accounts?: { fullName: string };
  /** One record is changed at a time: the records give rights, and their rules look at all of them, or each is its author's text. */
  oneByOne?: true;
  events: { created: string; changed: string; deleted: string; restored: string };
  /**
   * Events of named commands: type → the action, worded to follow the person's name. Values of known fields in the data change the record.
   */
  facts?: Readonly<Record<string, FactSentence>>;
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
    /** Text before the reason why a new record was refused. */
    createError?: string;
    deleteError: string;
    /** Message when a file to be deleted is not in the archive. */
    fileMissing?: string;
    /** Message when an action on selected records is requested and none is selected. */
    noneChosen?: string;
  };
  /** Fields whose values name a record in selectors, history and dialogs. */
  name: readonly string[];
  list: {
    title: string;
    /** Browser route of the list; the detail is under it. */
    route: string;
    /** Exact name of the exported file, where the specification gives one; otherwise title and date. */
    file?: string;
    columns: readonly string[];
    /** Columns a person can add. */
    optional?: readonly string[];
    pageSize: number;
    /** Field, with `-` for descending. */
    sort: string;
    search: readonly string[];
    /** Fields that a group of rows adds up. */
    sums?: readonly Summable[];
    /** Numbers that the server computes for each row and by which the list is filtered, with the labels of their columns. */
    computed?: Readonly<Record<string, string>>;
    /** Fields that hold deadlines: `filtri.scaduti` keeps records with one of them expired. */
    scadenze?: readonly string[];
  };
  form: {
    title: string;
    /**
     * Browser route of the detail. If equal to the list's route, the key follows as last segment (`nuovo` for a new record); otherwise
     * `?id=` holds the key.
     */
    route: string;
    sections: readonly { title?: string; rows: readonly (readonly string[])[] }[];
    /** Milliseconds after a save or a deletion until the page returns to the list; absent: the detail stays open. */
    leaveAfter?: number;
  };
}

/** Values of fields, each under the type that its definition gives; undefined where the record never had one. */
type FieldValues<F extends Fields> = { readonly [name in keyof F]: FieldValue<F[name]> | null | undefined };

/** The parts of a definition that name fields, limited to names of the definition's own fields, of its key, or the owner. */
interface NamesOwnFields<Name extends string> {
  unique?: { field: Name };
  distinct?: { fields: readonly Name[] };
  inherits?: { readonly [field in Name]?: string };
  periods?: readonly (readonly [from: Name, to: Name])[];
  personalFields?: readonly Name[];
  accounts?: { fullName: Name };
  name: readonly Name[];
  list: {
    columns: readonly Name[];
    optional?: readonly Name[];
    sort: Name | `-${Name}`;
    search: readonly Name[];
    scadenze?: readonly Name[];
  };
  form: { sections: readonly { title?: string; rows: readonly (readonly Name[])[] }[] };
}

/** A sentence, or a function that builds one from the event's data. */
export type FactSentence = string | ((data: JsonObject) => string);

type Problems = string[];

/** Checks a definition and returns it. Throws one error with all problems, so that the process stops at start. */
export function defineRegister<const F extends Fields, const K extends string, const N extends KeyKind>(
  def: RegisterDef<F, K, N> & NamesOwnFields<NoInfer<(keyof F & string) | K | 'utente'>>,
): RegisterDef<F, K, N> {
  const problems: Problems = [];
  const known = new Set([...Object.keys(def.fields), def.key.field, 'utente']);
  const check = (names: readonly string[], where: string) => {
    for (const name of names) if (!known.has(name)) problems.push(`${def.path}: ${where} names the unknown field ${name}`);
  };
  check(def.list.columns, 'list.columns');
  check(def.list.optional ?? [], 'list.optional');
  check([def.list.sort.replace(/^-/, '')], 'list.sort');
  check(def.list.search, 'list.search');
  check(def.list.scadenze ?? [], 'list.scadenze');
  check(
    (def.list.sums ?? []).map(({ field }) => field),
    'list.sums',
  );
  check(def.name, 'name');
  check(def.accounts ? [def.accounts.fullName] : [], 'accounts');
  check(Object.keys(def.inherits ?? {}), 'inherits');
  check(def.distinct?.fields ?? [], 'distinct');
  check(def.personalFields ?? [], 'personalFields');
  check(Object.keys(def.forgottenAs?.('') ?? {}), 'forgottenAs');
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

/** A register of any fields, for generic code. */
export type AnyRegister = RegisterDef<Fields>;

export type Values = Record<string, string | number | null>;

/**
 * Computes values that follow from a record's values. `before`: the record before a change; `parent`: the parent's values, for a child.
 * Pure; throws to refuse.
 */
export type Derivation = (after: Values, before: Values | undefined, parent: Values | undefined) => Values;

/** Returns the values that a client may send: without computed fields. */
export function sendable<V>(def: AnyRegister, values: Readonly<Record<string, V>>): Record<string, V> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(def.fields, name) || !def.fields[name]?.computed));
}

/** Returns the label of a field, also of the key and the owner. */
export function labelOf(
  def: {
    key: { field: string; label: string };
    fields: Readonly<Record<string, { label: string }>>;
    list?: Pick<AnyRegister['list'], 'computed'>;
  },
  name: string,
): string {
  if (name === def.key.field) return def.key.label;
  if (name === 'utente') return 'Utente';
  return def.fields[name]?.label ?? def.list?.computed?.[name] ?? name;
}

/** Returns the name of the stream that holds a record; for a child, the stream of its parent's record. */
export function streamOf(def: AnyRegister, key: string | number): string {
  return `${def.parent ? def.parent.register : def.path}-${key}`;
}
