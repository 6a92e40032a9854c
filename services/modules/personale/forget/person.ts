import type { AnyRegister } from '#contracts/core/define-register.ts';
import { addedKind, addedValues, isAdded } from '#contracts/core/added-fields.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { streamOf, type Values } from '#contracts/core/define-register.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { evolve } from '#contracts/core/fold.ts';
import type { StreamState } from '#contracts/core/record-state.ts';
import { recordIn, type RecordOf } from '#contracts/core/typed-record.ts';
import { isSealed, personalData } from '#contracts/core/personal-data.ts';
import { workerName } from '#contracts/modules/personale.ts';
import { operatore } from '#contracts/registers/operatore.ts';
import { personale } from '#contracts/registers/personale.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb'>;

/** An operator who is the worker. */
export interface OperatorOf {
  id: number;
  descrizione: string;
  /** All descriptions that the operator has had. */
  descrizioni: readonly string[];
}

/** A worker who may be forgotten, as log and read tables tell of them. */
export interface Person {
  matricola: string;
  record: RecordOf<typeof personale>;
  events: readonly StoredEvent[];
  /** Surnames and names that the worker has had, the present ones last. */
  names: readonly { cognome: string; nome: string }[];
  /** Names of the worker's folders in the archive, the present one last. */
  folders: readonly string[];
  /** Fields of documents and deadlines that ever had a value. */
  held: ReadonlySet<string>;
  operators: readonly OperatorOf[];
}

/** Returns what the log and the read tables say of a worker, also of a deleted one; `null` if there is no such worker. */
export async function personOf(deps: Deps, matricola: string): Promise<Person | null> {
  const events = await deps.store.read(streamOf(personale, matricola));
  const names = new Map<string, { cognome: string; nome: string }>();
  const folders = new Set<string>();
  const held = new Set<string>();
  let state: StreamState = new Map();
  for (const event of events) {
    state = evolve(deps.catalogue, state, event);
    const then = recordIn(state, personale, matricola);
    if (!then) continue;
    for (const [field, value] of Object.entries(then.values)) if (value !== null && value !== '') held.add(field);
    const name = { cognome: textOf(then.values.cognome), nome: textOf(then.values.nome) };
    remember(names, JSON.stringify(name), name);
    const folder = workerName({ matricola, ...name });
    folders.delete(folder);
    folders.add(folder);
  }
  const record = recordIn(state, personale, matricola);
  if (!record) return null;
  const operators: OperatorOf[] = [];
  for (const { id, descrizione } of await findRows(deps.readDb, operatore, { matricola }, { deleted: true })) {
    const told = (await deps.store.read(streamOf(operatore, Number(id)))).map(({ data }) => textOf(data['descrizione']));
    operators.push({ id: Number(id), descrizione: textOf(descrizione), descrizioni: [...new Set(told)].filter((text) => text !== '') });
  }
  return { matricola, record, events, names: [...names.values()], folders: [...folders], held, operators };
}

function remember<T>(known: Map<string, T>, key: string, value: T): void {
  known.delete(key);
  known.set(key, value);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Returns the paths of the worker's present documents and photos. */
export const documentsNow = (values: Values): string[] =>
  [
    ...fileFields(personale).map(({ field }) => values[field]),
    ...Object.entries(addedValues(personale, values)).flatMap(([name, value]) => (addedKind(name) === 'document' ? [value] : [])),
  ].flatMap((path) => (typeof path === 'string' && path !== '' ? [path] : []));

const PERSONAL: ReadonlySet<string> = new Set(personale.personalFields);

/** Tells whether a field of a worker is personal. */
export const isPersonal = (field: string): boolean => PERSONAL.has(field) || isAdded(personale, field);

/** Tells whether a row is the worker's own record, or that of an operator who is the worker. */
export const isOwnRow =
  ({ matricola }: Pick<Person, 'matricola'>) =>
  (def: AnyRegister, row: Readonly<Record<string, unknown>>): boolean =>
    (def.path === personale.path || def.path === operatore.path) && row['matricola'] === matricola;

/** Counts the personal values that the log holds in clear, of a worker and of the operators who are the worker. */
export async function valuesInClear(
  { catalogue, store }: Pick<Deps, 'catalogue' | 'store'>,
  { events, operators }: Person,
): Promise<number> {
  const people = personalData(catalogue.registers);
  const asOperator = await Promise.all(operators.map(({ id }) => store.read(streamOf(operatore, id))));
  return [...events, ...asOperator.flat()].reduce((sum, event) => {
    const data = event.recordedData ?? event.data;
    return sum + people.valuesOf({ type: event.type, data }).filter(({ field }) => !isSealed(data[field])).length;
  }, 0);
}
