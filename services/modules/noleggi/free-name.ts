import { createReadStream } from 'node:fs';
import { hasNoleggioForm } from '#contracts/modules/noleggi.ts';
import type { TemporaryFile } from '#services/platform/files/receive-upload.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { whoNames, fileOfTheDay, pathOfTheDay, periodiWithoutContratto, noleggioRow, type FileOfTheDay } from './noleggio-files.ts';
import { keyedQueue } from '#services/platform/concurrency/keyed-queue.ts';
import { fingerprint } from '#services/platform/files/fingerprint.ts';

type Needs = Pick<Dependencies, 'readDb' | 'files'>;
type Free = (path: string) => Promise<boolean>;

/** Queue that chooses the names of files one after the other for the same kind, rental and day. */
const oneAtATime = keyedQueue();

/**
 * Runs `use` with a free path for a rental's photo or contract. Files of one day are named `…`, `…-2`, `…-3`. Returns `null` for any other
 * file, whose path is fixed.
 */
export function withPlace<T>(deps: Needs, path: string, arrived: TemporaryFile, use: (path: string) => Promise<T>): Promise<T> | null {
  const [matricola = '', ...rest] = path.split('/');
  const day = hasNoleggioForm(matricola) ? fileOfTheDay(matricola, rest.join('/')) : null;
  return (
    day &&
    oneAtATime(pathOfTheDay(matricola, { ...day, nth: 1 }), async () => {
      const row = await noleggioRow(deps.readDb, matricola);
      if (!row) return use(path);
      const id = row.id;
      const free = day.kind === 'foto' ? freeFoto(deps, id, arrived) : await freeContratto(deps, id, day.date);
      return use(await first(matricola, day, free));
    })
  );
}

async function first(matricola: string, day: FileOfTheDay, free: Free): Promise<string> {
  for (let which = 1; ; which += 1) {
    const path = pathOfTheDay(matricola, { ...day, nth: which });
    if (await free(path)) return path;
  }
}

/**
 * Returns the test whether a path is free for a photo. A path in a photo record is taken, even if the record is deleted, since it may be
 * restored. The path of a file that no record names is taken too, unless the file has the same content as the upload.
 */
function freeFoto({ readDb, files }: Needs, id: number, { file, bytes: byte }: TemporaryFile): Free {
  return async (path) => {
    if ((await whoNames(readDb, id, 'foto', path)).length > 0) return false;
    const present = await files.info(path);
    if (!present) return true;
    if (present.bytes !== byte) return false;
    return (await fingerprint((await files.read(path)).open())) === (await fingerprint(createReadStream(file)));
  };
}

/**
 * Returns the test whether a path is free for a contract. If a period of that day has no contract, only a path that no record names is
 * free. Otherwise the path of a period of that day is free too, and its contract is replaced.
 */
async function freeContratto({ readDb }: Needs, id: number, data: string): Promise<Free> {
  const fresh = (await periodiWithoutContratto(readDb, id, data)).length > 0;
  return async (path) => {
    const rows = await whoNames(readDb, id, 'contratto', path);
    return rows.length === 0 || (!fresh && rows.some((row) => !row.eliminato && row.data === data));
  };
}
