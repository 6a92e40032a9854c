import { findRows } from '#projections/registers/record.queries.ts';
import { catalogue } from './catalogue.ts';
import type { TestPortal } from './portal.ts';

/** Creates missing records that other records reference, by register and name: `{ wbs: ['GENERALE'], cantieri: ['C1'] }`. */
export async function makeReferences(
  { command, deps }: Pick<TestPortal, 'command' | 'deps'>,
  names: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [register, wanted] of Object.entries(names)) {
    const def = catalogue.registerOrThrow(register);
    const natural = def.key.kind === 'natural';
    const field = natural ? def.key.field : def.name[0]!;
    const there = new Set((await findRows(deps.readDb, def, {})).map((row) => row[field]));
    for (const name of new Set(wanted)) {
      if (there.has(name)) continue;
      await command({ register, action: 'create', ...(natural ? { key: name, values: {} } : { values: { [field]: name } }) });
    }
  }
}
