import { stat } from 'node:fs/promises';
import { setImmediate as pause } from 'node:timers/promises';
import type { ArchiveState } from '#contracts/modules/amministrazione.ts';
import { archiveFiles } from '#services/platform/files/archive-files.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'config' | 'owners' | 'clock' | 'log'>;

export interface ArchiveWalk {
  /** Returns the result of the last walk, and starts another in the background if that is old. */
  state(): ArchiveState;
}

const OLD_MS = 10 * 60_000;
/** One walk looks at no more files than these, and names no more than these that belong to nobody. */
const LIMITS = { files: 200_000, examples: 100 };

const EMPTY: ArchiveState = { stato: 'in-corso', quando: null, file: 0, byte: 0, orfani: 0, esempi: [], interrotto: false };

/** Counts the archive's files, one after another and beside everything else: nobody waits for it. */
export function archiveWalk(deps: Deps, limits = LIMITS): ArchiveWalk {
  let last: ArchiveState = EMPTY;
  let walking = false;
  const begin = (): void => {
    walking = true;
    void walk(deps, limits)
      .then((found) => {
        last = { ...found, stato: 'pronto', quando: deps.clock.now().toISOString() };
      })
      .catch((error: unknown) => {
        deps.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'the archive was not walked');
        last = { ...last, stato: 'fallito', quando: deps.clock.now().toISOString() };
      })
      .finally(() => {
        walking = false;
      });
  };
  return {
    state() {
      const old = last.quando === null || deps.clock.now().getTime() - new Date(last.quando).getTime() > OLD_MS;
      if (old && !walking) begin();
      return walking ? { ...last, stato: 'in-corso' } : last;
    },
  };
}

async function walk({ config, owners }: Deps, { files, examples }: typeof LIMITS): Promise<ArchiveState> {
  const found: ArchiveState = { ...EMPTY, esempi: [] };
  for await (const { path, disk } of archiveFiles(config)) {
    if (found.file >= files) return { ...found, interrotto: true };
    const { size } = await stat(disk).catch(() => ({ size: 0 }));
    found.file += 1;
    found.byte += size;
    if (!(await owners.ownership(path).catch(() => null))?.records.length) {
      found.orfani += 1;
      if (found.esempi.length < examples) found.esempi.push({ percorso: path, byte: size });
    }
    // a request that came in meanwhile goes first
    await pause();
  }
  return found;
}
