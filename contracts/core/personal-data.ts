import { isAdded } from './added-fields.ts';
import type { AnyRegister } from './define-register.ts';
import { DOCUMENT_EVENTS } from './documents.ts';
import type { Json, JsonObject, NewEvent } from './events.ts';
import type { Field } from './fields.ts';
import { targetsOf } from './references.ts';

/** Text that a personal value reads as once its person was forgotten; what is no text reads as `null`. */
export const FORGOTTEN = 'dimenticato';

/** Returns the subject of a record: the person whose key seals the record's personal values. */
export const subjectOf = (register: string, key: string | number): string => `${register}/${key}`;

/** A value of an event that tells of a person. */
export interface PersonalValue {
  /** Name of the value in the event's data. */
  field: string;
  /** The person: a subject, or the register and text by which the value names a person. */
  person: string | PersonName;
  /** Text that the value reads as once the person was forgotten; `null` for none. */
  forgotten: string | null;
}

export interface PersonName {
  register: string;
  /** Field of the register that holds such names. */
  field: string;
  name: string;
}

/** A personal value as the log holds it. */
export interface SealedValue {
  [name: string]: Json;
  /** Nonce, ciphertext and tag in base64url. */
  sigillato: string;
  /** The person whose key opens the value. */
  di: string;
}

/** Checks whether a value in an event's data is sealed. */
export const isSealed = (value: Json | undefined): value is SealedValue =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  typeof value['sigillato'] === 'string' &&
  typeof value['di'] === 'string';

export interface PersonalData {
  /** Types of the events that can have personal values. */
  types: readonly string[];
  /** Returns the values of an event that tell of a person; those that are `null` or empty are left out. */
  valuesOf(event: Pick<NewEvent, 'type' | 'data'>): PersonalValue[];
  /** Returns the names by which other registers can name the event's person, with the subject. */
  namesOf(event: Pick<NewEvent, 'type' | 'data'>): (PersonName & { subject: string })[];
}

type Finder = (data: JsonObject) => PersonalValue[];

const TEXTS: ReadonlySet<Field['kind']> = new Set(['text', 'note', 'choice', 'ref', 'multi']);

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

/** Collects from the registers' definitions which values of which events tell of a person. */
export function personalData(registers: readonly AnyRegister[]): PersonalData {
  const finders = new Map<string, Finder>();
  for (const def of registers) {
    const finder = finderOf(def, registers);
    if (finder) for (const type of [...Object.values(def.events), ...Object.keys(def.facts ?? {})]) finders.set(type, finder);
  }
  const people = new Set(registers.filter(({ personalFields }) => personalFields).map(({ path }) => path));
  for (const type of Object.values(DOCUMENT_EVENTS)) finders.set(type, (data) => documentValues(people, data));
  const named = new Map(
    registers.flatMap((def) => {
      const fields = (def.personalFields ?? []).filter((field) => isNamedBy(registers, def, field));
      return fields.length > 0 ? Object.values(def.events).map((type) => [type, { def, fields }] as const) : [];
    }),
  );
  return {
    types: [...finders.keys()],
    valuesOf: ({ type, data }) => finders.get(type)?.(data) ?? [],
    namesOf({ type, data }) {
      const found = named.get(type);
      const key = found && data[found.def.key.field];
      if (!found || (typeof key !== 'string' && typeof key !== 'number')) return [];
      const { def, fields } = found;
      return fields.flatMap((field) => {
        const name = data[field];
        return typeof name === 'string' && name !== '' ? [{ register: def.path, field, name, subject: subjectOf(def.path, key) }] : [];
      });
    },
  };
}

/** Checks whether a field of another register takes its values from this field. */
const isNamedBy = (registers: readonly AnyRegister[], def: AnyRegister, field: string): boolean =>
  registers.some(({ fields }) =>
    Object.values(fields).some((one) => targetsOf(one).some(({ register, value }) => register === def.path && value === field)),
  );

/** Returns the function that finds the personal values in a register's events; `undefined` if they have none. */
function finderOf(def: AnyRegister, registers: readonly AnyRegister[]): Finder | undefined {
  const findOwn = ownValues(def);
  const namingFields = namedPeople(def, registers);
  if (!findOwn && namingFields.length === 0) return undefined;
  return (data) => [
    ...(findOwn?.(data) ?? []),
    ...namingFields.flatMap(({ field, register, value }): PersonalValue[] => {
      const name = data[field];
      return typeof name === 'string' && name !== '' ? [{ field, person: { register, field: value, name }, forgotten: FORGOTTEN }] : [];
    }),
  ];
}

/** Returns the function that finds the values of the record's own person. */
function ownValues(def: AnyRegister): Finder | undefined {
  const { personalFields, personalFacts = [], forgottenAs, key } = def;
  if (!personalFields) return undefined;
  const personal = new Set([...personalFields, ...personalFacts]);
  return (data) => {
    const id = data[key.field];
    if (typeof id !== 'string' && typeof id !== 'number') return [];
    const person = subjectOf(def.path, id);
    const shown = forgottenAs?.(id) ?? {};
    return Object.entries(data).flatMap(([field, value]): PersonalValue[] =>
      !isEmpty(value) && (personal.has(field) || isAdded(def, field))
        ? [{ field, person, forgotten: shown[field] ?? (TEXTS.has(def.fields[field]?.kind ?? 'document') ? FORGOTTEN : null) }]
        : [],
    );
  };
}

/** Returns the fields of a register whose values name a person of another register. */
function namedPeople(def: AnyRegister, registers: readonly AnyRegister[]): { field: string; register: string; value: string }[] {
  return Object.entries(def.fields).flatMap(([field, one]) =>
    targetsOf(one).flatMap(({ register, value }) =>
      registers.find(({ path }) => path === register)?.personalFields?.includes(value) === true ? [{ field, register, value }] : [],
    ),
  );
}

/** Values of document events that tell of the person: places of files hold the name, and dates are deadlines. */
const OF_DOCUMENTS: Readonly<Record<string, typeof FORGOTTEN | null>> = {
  percorso: null,
  da: null,
  sha256: null,
  copie: null,
  motivo: FORGOTTEN,
  dal: null,
  scadenza: null,
  calcolata: null,
};

function documentValues(people: ReadonlySet<string>, data: JsonObject): PersonalValue[] {
  const { tabella, id } = data;
  if (typeof tabella !== 'string' || !people.has(tabella) || typeof id !== 'string') return [];
  const person = subjectOf(tabella, id);
  return Object.entries(OF_DOCUMENTS).flatMap(([field, forgotten]) => (isEmpty(data[field]) ? [] : [{ field, person, forgotten }]));
}

/** Checks whether an event, as recorded, has a personal value in clear; what stands for a forgotten value is none. */
export const isInClear = ({ valuesOf }: PersonalData, { type, data }: Pick<NewEvent, 'type' | 'data'>): boolean =>
  valuesOf({ type, data }).some(({ field, forgotten }) => !isSealed(data[field]) && data[field] !== forgotten);
