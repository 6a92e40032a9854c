import { stat } from 'node:fs/promises';
import { setImmediate as pause } from 'node:timers/promises';
import type { ArchiveState } from '#contracts/modules/amministrazione.ts';
import { archiveFiles } from '#services/platform/files/archive-files.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'config' | 'owners' | 'clock' | 'log'>;

export interface ArchiveWalk {
  /** Returns the result of the last walk, and starts a new one in the background if that result is older than ten minutes. */
  state(): ArchiveState;
}

const OLD_MS = 10 * 60_000;
/** Maximum number of files of one walk, and of orphaned files that the result names. */
const LIMITS = { files: 200_000, examples: 100 };

const EMPTY: ArchiveState = { stato: 'in-corso', quando: null, file: 0, byte: 0, orfani: 0, esempi: [], interrotto: false };

/** Creates the walk that counts the archive's files. It runs in the background, so no request waits for it. */
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
  const state: ArchiveState = { ...EMPTY, esempi: [] };
  for await (const { path, disk } of archiveFiles(config)) {
    if (state.file >= files) return { ...state, interrotto: true };
    const { size } = await stat(disk).catch(() => ({ size: 0 }));
    state.file += 1;
    state.byte += size;
    if (!(await owners.ownership(path).catch(() => null))?.records.length) {
      state.orfani += 1;
      if (state.esempi.length < examples) state.esempi.push({ percorso: path, byte: size });
    }
    // yields to requests that arrived in the meantime
    await pause();
  }
  return state;
}
