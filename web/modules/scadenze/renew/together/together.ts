import { candidatesOf, matchFiles, type FilePerson } from '#contracts/modules/scadenze/match-files.ts';
import { messageOfFile } from '../refusals.ts';

/** A record whose document is renewed together with others'. */
export interface RenewedRecord extends FilePerson {
  /** Name of the record, without its key. */
  label: string;
}

/** A dropped file; `id` distinguishes two files of the same name. */
export interface DroppedFile {
  id: number;
  file: File;
  /** Id of the record that the file belongs to; `null`: not assigned yet. */
  ownerId: string | null;
}

export type SendState = { state: 'sending' | 'done' } | { state: 'failed'; message: string };

/** `uno`: one certificate for all; `ognuno`: a file for each. */
export type Way = 'uno' | 'ognuno';

/** State of the dialog. Nothing is stored before it is sent. */
export interface Together {
  people: readonly RenewedRecord[];
  /** All records, because a file may name one that was not chosen. */
  allRecords: readonly RenewedRecord[];
  dropped: readonly DroppedFile[];
  /** Upload state by record, where each has its own file. */
  sent: Readonly<Record<string, SendState>>;
  /** Why files were refused: they cannot be documents. */
  refusals: readonly string[];
  nextId: number;
}

export const EMPTY: Together = { people: [], allRecords: [], dropped: [], sent: {}, refusals: [], nextId: 1 };

const isDone = ({ sent }: Together, id: string): boolean => sent[id]?.state === 'done';

/**
 * Replaces the chosen records, keeping those already renewed. Files of removed records become unassigned;
 * unassigned files are matched with the new records.
 */
export function choosePeople(state: Together, people: readonly RenewedRecord[]): Together {
  const donePeople = state.people.filter(({ id }) => isDone(state, id));
  const all = [...donePeople, ...people.filter(({ id }) => !donePeople.some((one) => one.id === id))];
  const ids = new Set(all.map(({ id }) => id));
  const dropped = state.dropped.map((one) => (one.ownerId !== null && !ids.has(one.ownerId) ? { ...one, ownerId: null } : one));
  return assignByName({ ...state, people: all, dropped }, { adds: false });
}

/** Adds files and assigns them by name. A file that names a record not chosen adds the record. */
export function dropFiles(state: Together, files: readonly File[]): Together {
  const checks = files.map((file) => ({ file, why: messageOfFile(file) }));
  const newFiles = checks
    .filter(({ why }) => why === null)
    .map(({ file }, at): DroppedFile => ({ id: state.nextId + at, file, ownerId: null }));
  return assignByName(
    {
      ...state,
      dropped: [...state.dropped, ...newFiles],
      refusals: checks.flatMap(({ why }) => why ?? []),
      nextId: state.nextId + newFiles.length,
    },
    { adds: true },
  );
}

/** Assigns the unassigned files by their names. `adds`: records that were not chosen are added too. */
function assignByName(state: Together, { adds }: { adds: boolean }): Together {
  const unassigned = state.dropped.filter(({ ownerId }) => ownerId === null);
  const matches = matchFiles(
    unassigned.map(({ file }) => file),
    state.people,
    othersOf(state),
  );
  const owners = new Set(state.dropped.flatMap(({ ownerId }) => ownerId ?? []));
  const people = [...state.people];
  const now = new Map<number, string>();
  for (const [at, { id }] of matches.entries()) {
    if (id === null || owners.has(id) || isDone(state, id)) continue;
    if (!people.some((one) => one.id === id)) {
      const record = state.allRecords.find((one) => one.id === id);
      if (!adds || !record) continue;
      people.push(record);
    }
    now.set(unassigned[at]!.id, id);
  }
  return { ...state, people, dropped: state.dropped.map((one) => ({ ...one, ownerId: now.get(one.id) ?? one.ownerId })) };
}

const othersOf = ({ people, allRecords }: Together): RenewedRecord[] => allRecords.filter(({ id }) => !people.some((one) => one.id === id));

/** Assigns a file by hand. Another file of the same record becomes unassigned. */
export function assign(state: Together, dropped: number, ownerId: string | null): Together {
  return clearFailure(
    {
      ...state,
      people: [...state.people, ...othersOf(state).filter(({ id }) => id === ownerId)],
      dropped: state.dropped.map((one) =>
        one.id === dropped ? { ...one, ownerId } : ownerId !== null && one.ownerId === ownerId ? { ...one, ownerId: null } : one,
      ),
    },
    ownerId,
  );
}

export function takeAway(state: Together, dropped: number): Together {
  const ownerId = state.dropped.find(({ id }) => id === dropped)?.ownerId ?? null;
  return clearFailure({ ...state, dropped: state.dropped.filter(({ id }) => id !== dropped) }, ownerId);
}

/** Clears the failure of a record whose file has changed. */
function clearFailure(state: Together, ownerId: string | null): Together {
  if (ownerId === null || state.sent[ownerId]?.state !== 'failed') return state;
  const { [ownerId]: _failure, ...sent } = state.sent;
  return { ...state, sent };
}

export const withSent = (state: Together, id: string, sent: SendState): Together => ({ ...state, sent: { ...state.sent, [id]: sent } });

/** A chosen record with its file, if any, and the state of its upload. */
export interface TogetherRow {
  person: RenewedRecord;
  dropped: DroppedFile | null;
  sent: SendState | null;
}

export const rowsOf = (state: Together): TogetherRow[] =>
  state.people.map((person) => ({
    person,
    dropped: state.dropped.find(({ ownerId }) => ownerId === person.id) ?? null,
    sent: state.sent[person.id] ?? null,
  }));

/** Returns the records that have a file and are not renewed yet; failed ones are sent again. */
export const toSend = (state: Together): TogetherRow[] =>
  rowsOf(state).filter(({ person, dropped }) => dropped !== null && !isDone(state, person.id));

/** Tells whether at least one file was sent, none is left to send and none is unassigned. */
export const allDone = (state: Together): boolean =>
  Object.keys(state.sent).length > 0 && toSend(state).length === 0 && state.dropped.every(({ ownerId }) => ownerId !== null);

export const someFailed = ({ sent }: Together): boolean => Object.values(sent).some(({ state }) => state === 'failed');

/** Returns the unassigned files, each with the reason. */
export function unassignedFiles(state: Together): { dropped: DroppedFile; why: string }[] {
  return state.dropped
    .filter(({ ownerId }) => ownerId === null)
    .map((dropped) => {
      const everybody = [...state.people, ...state.allRecords];
      const candidates = candidatesOf(dropped.file.name, [...state.people, ...othersOf(state)]).map((id) =>
        everybody.find((one) => one.id === id)!,
      );
      const [candidate] = candidates;
      if (!candidate) return { dropped, why: 'Nessuno si chiama così' };
      if (candidates.length === 1 && !state.people.includes(candidate))
        return { dropped, why: `${nameOf(candidate)} non è fra le persone scelte` };
      if (candidates.length === 1) return { dropped, why: `${nameOf(candidate)} ha già un file` };
      return { dropped, why: `Può essere di ${candidates.map(nameOf).join(' o di ')}` };
    });
}

export const nameOf = ({ id, label }: RenewedRecord): string => (label ? `${label} ${id}` : id);
