import type { NameOf } from '#contracts/core/typed-record.ts';
import { randomUUID } from 'node:crypto';
import { fileFields } from '#contracts/core/documents.ts';
import { addedKind, addedValues } from '#contracts/core/added-fields.ts';
import { streamOf, type Values } from '#contracts/core/define-register.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { evolve, fold } from '#contracts/core/fold.ts';
import type { StreamState } from '#contracts/core/record-state.ts';
import { recordIn, type RecordOf } from '#contracts/core/typed-record.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { workerFolder, workerPlace } from '#contracts/modules/personale.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import type { FileInfo } from '#contracts/ports/file-store.ts';
import { personale } from '#contracts/registers/personale.ts';
import { keyedQueue } from '#services/platform/concurrency/keyed-queue.ts';
import { sameContent } from '#services/platform/files/fingerprint.ts';
import { extension } from '#services/platform/files/logical-path.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { execute } from '#services/registers/command-handling.ts';
import { decideRenamed, type FileField } from '#services/registers/documents.decider.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'files'>;
type WorkerRecord = RecordOf<typeof personale>;

/** Folders of workers in the archive, each named after its worker. */
export interface WorkerFolders {
  /**
   * Moves a worker's files and recorded paths to the folder of the worker's current name. Returns `null` if nothing had to be recorded.
   * After an interruption the next call continues. `correlationId` is that of the write that changed the name.
   */
  align(matricola: string, correlationId?: string): Promise<{ version: number; position: string } | null>;
  /** Runs `use` with the worker's current folder, or `null` if there is no such worker. This process does not move the folder meanwhile. */
  inFolder<T>(matricola: string, use: (folder: string | null) => Promise<T>): Promise<T>;
}

/** Worker whose files are moved, and the change of name that moves them. */
interface FolderMove {
  matricola: string;
  correlationId: string | undefined;
}

interface Move {
  from: string;
  to: string;
  /** Version of the content under its new name. */
  version: number;
}

/** Fields from which a worker's folder has its name. */
export const FOLDER_FIELDS = ['cognome', 'nome'] as const satisfies readonly NameOf<typeof personale>[];

const FILES = fileFields(personale);
const SYSTEM: Sender['identity'] = { memberID: 'sistema', groupID: GRUPPO_AMMINISTRATORI, permessi: {} };

/** Queue of this process's calls by worker. */
const inTurn = keyedQueue();

/** Creates the folders of workers. Calls for the same worker run one after the other within this process. */
export function createWorkerFolders(deps: Deps): WorkerFolders {
  const readEvents = (matricola: string) => deps.store.read(streamOf(personale, matricola));
  return {
    align: (matricola, correlationId) =>
      inTurn(matricola, async () => align(deps, { matricola, correlationId }, await readEvents(matricola))),
    inFolder: (matricola, use) =>
      inTurn(matricola, async () => {
        const record = recordOf(fold(deps.catalogue, await readEvents(matricola)), matricola);
        return use(record?.exists ? folderOf(record) : null);
      }),
  };
}

/**
 * Moves each file to the current folder, then records its new path. After an interruption in between, the next run finds the moved file
 * and records only its path.
 */
async function align(
  deps: Deps,
  worker: FolderMove,
  events: readonly StoredEvent[],
): Promise<{ version: number; position: string } | null> {
  const record = recordOf(fold(deps.catalogue, events), worker.matricola);
  if (!record?.exists) return null;
  const current = folderOf(record);
  const moves: Move[] = [];
  for (const folder of foldersOf(deps, events, record)) {
    for (const file of folder === current ? [] : await deps.files.list(folder)) {
      const done = await move(deps, file, current);
      if (done) moves.push(done);
    }
  }
  moves.push(...(await movedBefore(deps, record, current, moves)));
  let outcome: { version: number; position: string } | null = null;
  for (const step of moves) outcome = (await recordMove(deps, worker, step)) ?? outcome;
  return outcome;
}

const recordOf = (state: StreamState, matricola: string): WorkerRecord | undefined => recordIn(state, personale, matricola);
const folderOf = ({ id, values }: Pick<WorkerRecord, 'id' | 'values'>): string =>
  workerFolder({ matricola: id, cognome: values.cognome, nome: values.nome });

/** Returns every folder that the worker's earlier names gave, and those named by the paths in its fields. */
function foldersOf(deps: Pick<Deps, 'catalogue'>, events: readonly StoredEvent[], record: WorkerRecord): Set<string> {
  const names = new Set<string>();
  let state: StreamState = new Map();
  for (const event of events) {
    state = evolve(deps.catalogue, state, event);
    const then = recordOf(state, record.id);
    if (then) names.add(folderOf(then));
  }
  for (const { folder } of placesOf(record)) names.add(folder);
  return names;
}

/** Returns pairs of field and path, also for fields of document kinds that were added as data. */
const pathsOf = (values: Values): [field: string, path: Values[string]][] => [
  ...FILES.map(({ field }): [string, Values[string]] => [field, values[field] ?? null]),
  ...Object.entries(addedValues(personale, values)).filter(([name]) => addedKind(name) === 'document'),
];

/** Returns the places of the record's own files that its fields name. */
function placesOf({ id, values }: WorkerRecord) {
  return pathsOf(values).flatMap(([, path]) => {
    const place = typeof path === 'string' ? workerPlace(path) : null;
    return place?.matricola === id.normalize('NFC') ? [{ ...place, path: String(path) }] : [];
  });
}

/**
 * Moves a file to a folder, under a numbered name if its own is taken, since files are never overwritten. The same content under both
 * names is an interrupted move, which is completed. Returns `null` if another run has moved the file.
 */
async function move({ files }: Deps, from: FileInfo, folder: string): Promise<Move | null> {
  const name = from.path.slice(from.path.lastIndexOf('/') + 1);
  const root = name.slice(0, name.length - extension(name).length);
  try {
    for (let n = 1; ; n += 1) {
      const to = `${folder}/${n === 1 ? name : `${root}-${n}${name.slice(root.length)}`}`;
      const existing = await files.info(to);
      if (!existing) return { from: from.path, to, version: (await files.rename(from.path, to)).version };
      if (existing.bytes !== from.bytes || !(await sameContent(files, { path: from.path }, { path: to }))) continue;
      await files.delete(from.path, from.version);
      return { from: from.path, to, version: existing.version };
    }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'FILE_ASSENTE') return null;
    throw error;
  }
}

/** Returns the moves of an interrupted run whose new paths were not recorded. */
async function movedBefore({ files }: Deps, record: WorkerRecord, current: string, moves: readonly { from: string }[]) {
  const pastMoves: Move[] = [];
  for (const { folder, name, path } of placesOf(record)) {
    if (folder === current || moves.some(({ from }) => from === path)) continue;
    const to = `${current}/${name}`;
    const info = (await files.info(path)) ? null : await files.info(to);
    if (info) pastMoves.push({ from: path, to, version: info.version });
  }
  return pastMoves;
}

/** Records a move, which also updates the field that names the file. A move of a file without a field is recorded too. */
async function recordMove(
  deps: Deps,
  { matricola, correlationId }: FolderMove,
  { from, to, version }: Move,
): Promise<{ version: number; position: string } | null> {
  const stream = streamOf(personale, matricola);
  const commandId = randomUUID();
  const { state, position } = await execute(deps, {
    stream,
    sender: {
      identity: SYSTEM,
      commandId,
      correlationId: correlationId ?? commandId,
      origine: 'sistema',
      motivo: `la cartella segue il nome, ${to.split('/')[1]}`,
    },
    decide: (now) => {
      const record = recordOf(now, matricola);
      const named = record?.exists ? pathsOf(record.values).find(([, path]) => path === from || path === to) : undefined;
      const on: FileField = { def: personale, id: matricola, field: named?.[0] ?? null, identity: SYSTEM, trusted: true };
      return record?.exists ? decideRenamed(on, from, { percorso: to, file_versione: version }, now) : [];
    },
  });
  return position === null ? null : { version: recordOf(state, matricola)?.version ?? 0, position };
}
