import { candidatesOf, matchFiles, type Named } from '#contracts/modules/scadenze/match-files.ts';
import { messageOfFile } from '../refusals.ts';

/** A record whose document is renewed with others'. */
export interface Renewed extends Named {
  /** What people call it, without its key. */
  label: string;
}

/** A file that was dropped; `id` is its own, so that two of one name stay two. */
export interface Dropped {
  id: number;
  file: File;
  /** Whose it is; `null`: nobody's yet. */
  whose: string | null;
}

export type Sent = { state: 'sending' | 'done' } | { state: 'failed'; message: string };

/** One certificate for all, or a file each. */
export type Way = 'uno' | 'ognuno';

/** What is being put together. Nothing of it is saved before it is sent. */
export interface Together {
  people: readonly Renewed[];
  /** Everybody there is: a file may name one who was not chosen. */
  known: readonly Renewed[];
  dropped: readonly Dropped[];
  /** Of a file each: how far each one is. */
  sent: Readonly<Record<string, Sent>>;
  /** Why files were not taken: they are no documents. */
  refused: readonly string[];
  nextId: number;
}

export const EMPTY: Together = { people: [], known: [], dropped: [], sent: {}, refused: [], nextId: 1 };

const isDone = ({ sent }: Together, id: string): boolean => sent[id]?.state === 'done';

/** Those chosen now; a file of somebody who was taken out is nobody's, one that waited may be of who came in. Who is renewed already stays. */
export function choosePeople(state: Together, people: readonly Renewed[]): Together {
  const kept = state.people.filter(({ id }) => isDone(state, id));
  const all = [...kept, ...people.filter(({ id }) => !kept.some((one) => one.id === id))];
  const ids = new Set(all.map(({ id }) => id));
  const dropped = state.dropped.map((one) => (one.whose !== null && !ids.has(one.whose) ? { ...one, whose: null } : one));
  return matched({ ...state, people: all, dropped }, false);
}

/** New files find whose they are; one that names somebody who was not chosen brings them in. */
export function dropFiles(state: Together, files: readonly File[]): Together {
  const said = files.map((file) => ({ file, why: messageOfFile(file) }));
  const taken = said.filter(({ why }) => why === null).map(({ file }, at): Dropped => ({ id: state.nextId + at, file, whose: null }));
  return matched(
    {
      ...state,
      dropped: [...state.dropped, ...taken],
      refused: said.flatMap(({ why }) => why ?? []),
      nextId: state.nextId + taken.length,
    },
    true,
  );
}

/** By the names of the files, for those who have none yet. `adds`: also for those who were not chosen. */
function matched(state: Together, adds: boolean): Together {
  const waiting = state.dropped.filter(({ whose }) => whose === null);
  const found = matchFiles(
    waiting.map(({ file }) => file),
    state.people,
    othersOf(state),
  );
  const owners = new Set(state.dropped.flatMap(({ whose }) => whose ?? []));
  const people = [...state.people];
  const now = new Map<number, string>();
  for (const [at, { id }] of found.entries()) {
    if (id === null || owners.has(id) || isDone(state, id)) continue;
    if (!people.some((one) => one.id === id)) {
      const other = state.known.find((one) => one.id === id);
      if (!adds || !other) continue;
      people.push(other);
    }
    now.set(waiting[at]!.id, id);
  }
  return { ...state, people, dropped: state.dropped.map((one) => ({ ...one, whose: now.get(one.id) ?? one.whose })) };
}

const othersOf = ({ people, known }: Together): Renewed[] => known.filter(({ id }) => !people.some((one) => one.id === id));

/** By hand; who had another file has it no more. */
export function assign(state: Together, dropped: number, whose: string | null): Together {
  return changed(
    {
      ...state,
      people: [...state.people, ...othersOf(state).filter(({ id }) => id === whose)],
      dropped: state.dropped.map((one) =>
        one.id === dropped ? { ...one, whose } : whose !== null && one.whose === whose ? { ...one, whose: null } : one,
      ),
    },
    whose,
  );
}

export function takeAway(state: Together, dropped: number): Together {
  const whose = state.dropped.find(({ id }) => id === dropped)?.whose ?? null;
  return changed({ ...state, dropped: state.dropped.filter(({ id }) => id !== dropped) }, whose);
}

/** What the server said of the file of before holds no more. */
function changed(state: Together, whose: string | null): Together {
  if (whose === null || state.sent[whose]?.state !== 'failed') return state;
  const { [whose]: _said, ...sent } = state.sent;
  return { ...state, sent };
}

export const told = (state: Together, id: string, sent: Sent): Together => ({ ...state, sent: { ...state.sent, [id]: sent } });

/** Of each chosen one its file, where it has one, and how far it is. */
export interface TogetherRow {
  person: Renewed;
  dropped: Dropped | null;
  sent: Sent | null;
}

export const rowsOf = (state: Together): TogetherRow[] =>
  state.people.map((person) => ({
    person,
    dropped: state.dropped.find(({ whose }) => whose === person.id) ?? null,
    sent: state.sent[person.id] ?? null,
  }));

/** Those with a file that are not renewed yet: what a press sends, and sends again after a failure. */
export const toSend = (state: Together): TogetherRow[] =>
  rowsOf(state).filter(({ person, dropped }) => dropped !== null && !isDone(state, person.id));

/** Nothing is left to be sent, nor a file that nobody has been given. */
export const allDone = (state: Together): boolean =>
  Object.keys(state.sent).length > 0 && toSend(state).length === 0 && state.dropped.every(({ whose }) => whose !== null);

export const someFailed = ({ sent }: Together): boolean => Object.values(sent).some(({ state }) => state === 'failed');

/** The files of nobody, each with why. */
export function unmatched(state: Together): { dropped: Dropped; why: string }[] {
  return state.dropped
    .filter(({ whose }) => whose === null)
    .map((dropped) => {
      const everybody = [...state.people, ...state.known];
      const meant = candidatesOf(dropped.file.name, [...state.people, ...othersOf(state)]).map((id) =>
        everybody.find((one) => one.id === id)!,
      );
      const [one] = meant;
      if (!one) return { dropped, why: 'Nessuno si chiama così' };
      if (meant.length === 1 && !state.people.includes(one)) return { dropped, why: `${nameOf(one)} non è fra le persone scelte` };
      if (meant.length === 1) return { dropped, why: `${nameOf(one)} ha già un file` };
      return { dropped, why: `Può essere di ${meant.map(nameOf).join(' o di ')}` };
    });
}

export const nameOf = ({ id, label }: Renewed): string => (label ? `${label} ${id}` : id);
