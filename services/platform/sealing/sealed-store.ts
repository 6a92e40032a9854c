import { DomainError } from '#contracts/core/errors.ts';
import type { Json, JsonObject, NewEvent, StoredEvent } from '#contracts/core/events.ts';
import type { PersonalData, PersonalValue } from '#contracts/core/personal-data.ts';
import type { Append, EventStore } from '#contracts/ports/event-store.ts';
import { forgottenValue, openValue, sealValue, wordsFor } from './cipher.ts';
import { isSealed, type SealedValue } from '#contracts/core/personal-data.ts';
import { KeysUnreadable, type PersonKey, type PersonKeys } from './person-keys.ts';

/** A log that holds personal values sealed, and hands them out opened. */
export interface SealedStore extends EventStore {
  /** Opens the personal values of events that were read elsewhere, as recorded. */
  open: Opener;
  keys: PersonKeys;
}

type RecordedFields = Pick<StoredEvent, 'stream' | 'data'>;
type Opener = <E extends RecordedFields>(events: readonly E[]) => Promise<readonly E[]>;

interface Sealing {
  people: PersonalData;
  keys: PersonKeys;
  /** Replaces the values of forgotten people by the words that stand for them, where they would otherwise be refused. */
  replaceForgotten?: boolean;
}

/**
 * Creates a log in which personal values are sealed with their person's key: they are sealed when they are appended and opened when they are
 * read. Events from before hold them in clear and are read as they are. An opened event carries its recorded data too.
 */
export function sealedStore(store: EventStore, { people, keys }: Sealing): SealedStore {
  const seal = sealer({ people, keys });
  const open = opener(keys);
  return {
    ...store,
    open,
    keys,
    async append(stream, events, expected) {
      const [sealed] = await seal([{ stream, events, expected }]);
      return store.append(stream, sealed!.events, expected);
    },
    appendAll: async (appends) => store.appendAll(await seal(appends)),
    read: async (stream, until) => (await open(await store.read(stream, until))).slice(),
    async *readAll(after, signal) {
      for await (const batch of store.readAll(after, signal)) yield await open(batch);
    },
  };
}

type SubjectValue = PersonalValue & { subject: string };

/** Creates the function that seals the personal values of events. Throws where a key cannot be had; then nothing may be appended. */
export function sealer({ people, keys, replaceForgotten = false }: Sealing): (appends: readonly Append[]) => Promise<readonly Append[]> {
  const withSubjects = (values: readonly PersonalValue[]): Promise<SubjectValue[]> =>
    Promise.all(
      values.map(async (one) => ({ ...one, subject: typeof one.person === 'string' ? one.person : await keys.subjectOfName(one.person) })),
    );

  return async (appends) => {
    const events = appends.flatMap((one) => one.events);
    const personal = new Map<NewEvent, SubjectValue[]>();
    const names = events.flatMap(people.namesOf);
    if (names.length > 0) await keys.learnNames(names);
    for (const event of events) {
      const values = people.valuesOf(event).filter(({ field }) => !isSealed(event.data[field]));
      if (values.length > 0) personal.set(event, await withSubjects(values));
    }
    if (personal.size === 0) return appends;
    const found = await keys.toSeal([...personal.values()].flat().map(({ subject }) => subject));
    const unreadable = [...found].filter(([, key]) => key === 'unreadable').map(([subject]) => subject);
    unreadable.forEach(keys.noteUnreadable);
    if (unreadable.length > 0) throw new KeysUnreadable();
    return appends.map((one) => ({
      ...one,
      events: one.events.map((event) => {
        const values = personal.get(event);
        return values
          ? { ...event, data: sealedData(event, { stream: one.stream, values, found, replaceForgotten, shownAs: keys.shownAs }) }
          : event;
      }),
    }));
  };
}

interface OpeningContext {
  shownAs: PersonKeys['shownAs'];
  stream: string;
  values: readonly SubjectValue[];
  found: ReadonlyMap<string, PersonKey>;
  replaceForgotten: boolean;
}

function sealedData({ data }: NewEvent, { stream, values, found, replaceForgotten, shownAs }: OpeningContext): JsonObject {
  const sealed: JsonObject = { ...data };
  for (const { field, subject, forgotten } of values) {
    const key = found.get(subject)!;
    if (Buffer.isBuffer(key)) sealed[field] = sealValue(key, { stream, field }, data[field]!, { subject, forgotten });
    else if (replaceForgotten) sealed[field] = forgotten;
    // a restored record of a forgotten person brings back the words that stand for the values
    else if (data[field] !== wordsFor(forgotten, shownAs(subject))) throw forgottenPerson(subject);
  }
  return sealed;
}

const forgottenPerson = (subject: string): DomainError =>
  new DomainError('STATO_NON_AMMESSO', {
    message: `I dati personali di ${subject.replace('/', ' ')} sono stati dimenticati, e non se ne scrivono altri. Per una persona che torna serve un record nuovo.`,
  });

/** Creates the function that opens the sealed values of recorded events. Opened events are kept as long as their recorded ones are. */
export function opener(keys: PersonKeys): Opener {
  let opened = new WeakMap<RecordedFields, RecordedFields>();
  let generation = keys.generation;

  function openEvent<E extends RecordedFields>(event: E, found: ReadonlyMap<string, PersonKey>): E {
    const data: JsonObject = {};
    for (const [field, value] of Object.entries(event.data))
      data[field] = isSealed(value) ? open(event.stream, field, value, found) : value;
    return { ...event, data, recordedData: event.data };
  }

  function open(stream: string, field: string, value: SealedValue, found: ReadonlyMap<string, PersonKey>): Json {
    const key = found.get(value.di) ?? 'unreadable';
    if (key === 'destroyed') return forgottenValue(value, keys.shownAs(value.di));
    try {
      if (key !== 'unreadable') return openValue(key, { stream, field }, value);
    } catch {
      // the value was altered since it was recorded
    }
    keys.noteUnreadable(value.di);
    return forgottenValue(value);
  }

  return async <E extends RecordedFields>(events: readonly E[]): Promise<readonly E[]> => {
    const subjects = new Set<string>();
    for (const { data } of events) for (const value of Object.values(data)) if (isSealed(value)) subjects.add(value.di);
    if (subjects.size === 0) return events;
    const found = await keys.toOpen(subjects);
    if (generation !== keys.generation) {
      generation = keys.generation;
      opened = new WeakMap();
    }
    const readable = [...found.values()].every((key) => key !== 'unreadable');
    return events.map((event) => {
      if (!Object.values(event.data).some(isSealed)) return event;
      const known = opened.get(event);
      if (known) return known as E;
      const one = openEvent(event, found);
      if (readable) opened.set(event, one);
      return one;
    });
  };
}
