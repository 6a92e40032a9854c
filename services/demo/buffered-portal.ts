import { closeFault, linkMaintenance } from '../modules/guasti/commands.ts';
import type { Dependencies, Parts, Rule } from '../platform/module.ts';
import { withoutLock } from '../platform/concurrency/portal-lock.ts';
import { bufferedStore } from '../platform/event-store/buffered-store.ts';
import { bufferedFiles } from '../platform/files/buffered-files.ts';
import { reservedNumbers } from '../platform/postgres/reserved-numbers.ts';
import { createDispatch } from '../registers/dispatch.ts';
import { sequenceRaiser } from '../registers/locate.ts';
import { onCreated, rehearsalCache } from '../registers/named-records.ts';
import type { WantedNumber } from './numbers.ts';

/** Creates the modules' rules over other dependencies than the portal's own. */
export type RulesOver = (parts: Parts) => readonly Rule[];

/** Write side whose events, files and numbers are held in memory and written in batches. */
export interface BufferedPortal {
  deps: Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'files' | 'dispatch'>;
  /** Reserves the numbers that a batch's commands will ask for. */
  prepare(wanted: readonly WantedNumber[]): Promise<void>;
  /** Writes the batch: files first, so that no event names a missing file, then events. Returns the position of the last event. */
  write(): Promise<string | null>;
}

/** Creates the write side for a caller that is the sole writer of its streams meanwhile, so that streams are read only once. */
export function bufferedPortal(deps: Dependencies, rulesOver: RulesOver): BufferedPortal {
  const remembered = rehearsalCache();
  const store = bufferedStore(deps.store, { remember: true, noting: onCreated(deps.catalogue.registers, remembered.addRecord) });
  const files = bufferedFiles(deps.files);
  const numbers = reservedNumbers(deps.numbers, deps.writeDb);
  const over = { ...deps, store, files, numbers };
  const rules = rulesOver(over);
  const dispatch = createDispatch(
    { ...over, remembered },
    { rules, commands: [closeFault(over.clock), linkMaintenance], withLock: withoutLock },
  );
  const raiseSequence = sequenceRaiser(deps);
  return {
    deps: { ...over, dispatch },
    async prepare(wanted) {
      for (const def of new Set(wanted.map((one) => one.def))) await raiseSequence(def);
      await numbers.prepare(wanted.map(({ def, commandId }) => ({ sequence: def.path, commandId })));
    },
    async write() {
      await files.place();
      return store.write();
    },
  };
}
