import { createReadStream } from 'node:fs';
import { hasNoleggioForm } from '#contracts/modules/noleggi.ts';
import type { TemporaryFile } from '#services/platform/files/receive-upload.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { whoNames, fileOfTheDay, pathOfTheDay, periodiWithoutContratto, noleggioRow, type FileOfTheDay } from './noleggio-files.ts';
import { keyedQueue } from '#services/platform/concurrency/keyed-queue.ts';
import { fingerprint } from '#services/platform/files/fingerprint.ts';

type Needs = Pick<Dependencies, 'readDb' | 'files'>;
type Free = (path: string) => Promise<boolean>;

/** Two files of one day choose their names one after the other. */
const oneAtATime = keyedQueue();

/**
 * Stores under the name that is free: the photos and the contracts of one day stand beside each
 * other as `…`, `…-2`, `…-3`. Every other file has one place, and goes there.
 */
export function withPlace<T>(deps: Needs, path: string, arrived: TemporaryFile, use: (path: string) => Promise<T>): Promise<T> | null {
  const [matricola = '', ...rest] = path.split('/');
  const day = hasNoleggioForm(matricola) ? fileOfTheDay(matricola, rest.join('/')) : null;
  return (
    day &&
    oneAtATime(pathOfTheDay(matricola, { ...day, nth: 1 }), async () => {
      const row = await noleggioRow(deps.readDb, matricola);
      if (!row) return use(path);
      const id = Number(row['id']);
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

/** No photo names it, deleted ones included: they can come back. A file nobody names is in the way, unless it is this very one sent again. */
function freeFoto({ readDb, files }: Needs, id: number, { file, bytes: byte }: TemporaryFile): Free {
  return async (path) => {
    if ((await whoNames(readDb, id, 'foto', path)).length > 0) return false;
    const present = await files.info(path);
    if (!present) return true;
    if (present.bytes !== byte) return false;
    return (await fingerprint((await files.read(path)).open())) === (await fingerprint(createReadStream(file)));
  };
}

/** A period without contract takes a name that no other has; where all have one, that of the day is replaced. */
async function freeContratto({ readDb }: Needs, id: number, data: string): Promise<Free> {
  const fresh = (await periodiWithoutContratto(readDb, id, data)).length > 0;
  return async (path) => {
    const rows = await whoNames(readDb, id, 'contratto', path);
    return rows.length === 0 || (!fresh && rows.some((row) => !row.eliminato && row.data === data));
  };
}
