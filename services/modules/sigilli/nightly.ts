import { resolve } from 'node:path';
import { instantOf } from '#contracts/core/dates.ts';
import { nightOf } from '#contracts/jobs/backup-state.ts';
import { lastCheckpoint, TreeBehind, TreeBroken, wholeTree } from '#services/platform/checkpoints/checkpoints.ts';
import { completeFiles } from '#services/platform/checkpoints/files.ts';
import { SealKeyMissing } from '#services/platform/checkpoints/keys.ts';
import type { Dependencies, Periodic } from '#services/platform/module.ts';
import { seal, stamp, mailSeal } from './seal.ts';

const A_MINUTE = 60_000;
/** Milliseconds after which a failed time stamp is requested again. */
const STAMP_AGAIN_MS = 15 * A_MINUTE;

/**
 * Creates the periodic work that makes the checkpoint of the night after the configured hour. It is made later if the portal was stopped
 * then, and at once if no checkpoint exists. Other runs complete the file, mail and time stamp of the last checkpoint after a crash.
 */
export function nightlyCheckpoints(deps: Deps): Periodic {
  let stampedAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'sigillo-notturno',
    every: A_MINUTE,
    async run() {
      const restored = await completeFiles(resolve(deps.config.DATI_DIR), deps.writeDb);
      if (restored > 0) deps.log.info({ files: restored }, 'checkpoint files written again');
      const last = await lastCheckpoint(deps.writeDb);
      const now = deps.clock.now();
      const night = nightOf(now, deps.config.BACKUP_ORA);
      const due = last === null || last.quando.getTime() < instantOf(`${night}T${deps.config.BACKUP_ORA}:00`);
      if (due && ((await wholeTree(deps)) ?? 0) > 0) await seal(deps).catch(ignoreTold(deps));
      else if (last) {
        await mailSeal(deps, last);
        if (now.getTime() - stampedAt < STAMP_AGAIN_MS) return;
        stampedAt = now.getTime();
        await stamp(deps, last);
      }
    },
  };
}

type Deps = Dependencies;

/**
 * Ignores errors that are reported elsewhere: a broken tree by mail, a missing key by the route `salute`. A tree that is behind is tried
 * again after a minute.
 */
function ignoreTold({ log }: Deps): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof TreeBroken || error instanceof TreeBehind || error instanceof SealKeyMissing)) throw error;
    log.warn({ error: error.name }, 'no checkpoint was made');
  };
}
