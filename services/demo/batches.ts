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
  /** Later entries name records of this one by what the read tables show: they are told once these do. */
  named: boolean;
}

/** Entries that are written together at most. */
const TOGETHER = 500;

/** Splits a list, in its order: a batch ends when it is full, and before the first entry that may name a record of it. */
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

/** Whether records of a register are named by a field that is not its key; looked up once a register. */
const namedByText = oncePer((catalogue: Catalogue) =>
  oncePer((def: AnyRegister) => referencesAmong(catalogue.registers, def).some(({ valore }) => valore !== def.key.field)),
);

/** Whether an entry makes or changes a record that others name by a field that is not its key. */
function isNamed(catalogue: Catalogue, entry: Entry): boolean {
  const def = catalogue.register(registerOf(entry) ?? '');
  return def !== undefined && namedByText(catalogue)(def);
}

function registerOf(entry: Entry): string | null {
  if ('command' in entry) return entry.command.register;
  if ('tipo' in entry) return tipiDocumento.path;
  return 'noleggio' in entry && entry.noleggio.fatto === 'registrato' ? noleggi.path : null;
}
