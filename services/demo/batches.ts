import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { referencesAmong } from '#contracts/core/references.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import type { Entry } from './entries.ts';

export interface Batch {
  /** Index of the batch's first entry in the list. */
  from: number;
  entries: readonly Entry[];
  /** True if later entries refer to records of this batch through the read tables, so that these must contain the batch first. */
  named: boolean;
}

/** Largest number of entries in a batch. */
const TOGETHER = 500;

/**
 * Splits entries into batches in order. A batch ends when it is full, and before the first entry that may refer to a record of the batch.
 */
export function batchesOf(catalogue: Catalogue, entries: readonly Entry[], together = TOGETHER): Batch[] {
  const named = entries.map((entry) => isNamed(catalogue, entry));
  const batches: Batch[] = [];
  for (let from = 0, to = 1; from < entries.length; to += 1) {
    if (to < entries.length && to - from < together && !(named[to - 1] && !named[to])) continue;
    batches.push({ from, entries: entries.slice(from, to), named: named.slice(from, to).includes(true) });
    from = to;
  }
  return batches;
}

/** Tells whether other registers refer to a register by a field other than its key; cached by register. */
const namedByText = oncePer((catalogue: Catalogue) =>
  oncePer((def: AnyRegister) => referencesAmong(catalogue.registers, def).some(({ valore }) => valore !== def.key.field)),
);

/** Tells whether an entry creates or changes a record to which others refer by a field other than its key. */
function isNamed(catalogue: Catalogue, entry: Entry): boolean {
  const def = catalogue.register(registerOf(entry) ?? '');
  return def !== undefined && namedByText(catalogue)(def);
}

function registerOf(entry: Entry): string | null {
  if ('command' in entry) return entry.command.register;
  if ('tipo' in entry) return tipiDocumento.path;
  return 'noleggio' in entry && entry.noleggio.fatto === 'registrato' ? noleggi.path : null;
}
