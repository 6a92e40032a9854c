import { closeFault, linkMaintenance } from '../modules/guasti/commands.ts';
import type { Dependencies, Parts, Rule } from '../platform/module.ts';
import { heldStore } from '../platform/event-store/held-store.ts';
import { heldFiles } from '../platform/files/held-files.ts';
import { reservedNumbers } from '../platform/postgres/reserved-numbers.ts';
import { createDispatch } from '../registers/dispatch.ts';
import { alignment } from '../registers/locate.ts';
import { noteMade, remember } from '../registers/named-records.ts';
import type { WantedNumber } from './numbers.ts';

/** Makes the rules of the modules over other parts than the portal's own. */
export type RulesOver = (parts: Parts) => readonly Rule[];

/** The write side as it is, over a log, an archive and numbers that are written a batch at a time. */
export interface HeldPortal {
  deps: Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'files' | 'dispatch'>;
  /** Reserves the numbers that the commands of a batch ask for. */
  prepare(wanted: readonly WantedNumber[]): Promise<void>;
  /** Writes what the batch left: its files first, so that no event names one that is not on the disk. Answers the position of the last event. */
  write(): Promise<string | null>;
}

/** Puts the write side together for whoever alone writes its streams for a while: what it read or wrote is not read again. */
export function heldPortal(deps: Dependencies, rulesOver: RulesOver): HeldPortal {
  const remembered = remember();
  const store = heldStore(deps.store, { remember: true, noting: noteMade(deps.catalogue.registers, remembered.made) });
  const files = heldFiles(deps.files);
  const numbers = reservedNumbers(deps.numbers, deps.writeDb);
  const over = { ...deps, store, files, numbers };
  const rules = rulesOver(over);
  const dispatch = createDispatch({ ...over, remembered }, () => ({
    rules,
    commands: [closeFault(over.clock), linkMaintenance],
    alone: (task) => task(),
  }));
  const align = alignment(deps);
  return {
    deps: { ...over, dispatch },
    async prepare(wanted) {
      for (const def of new Set(wanted.map((one) => one.def))) await align(def);
      await numbers.prepare(wanted.map(({ def, commandId }) => ({ sequence: def.path, commandId })));
    },
    async write() {
      await files.place();
      return store.write();
    },
  };
}
