import type { AnyRegister } from '#contracts/core/define-register.ts';
import { highest } from '#projections/registers/record.queries.ts';
import type { Dependencies } from '../platform/module.ts';

/** `campo`: the register's key, unless its records have further numbers, from a sequence of their own. */
type Align = (def: AnyRegister, field?: string, sequence?: string) => Promise<void>;

/**
 * Before the first number a process reserves of a register, the sequence is brought past the
 * highest one the records have, deleted ones included: the log may be younger than the table of
 * the numbers, after a restore from a backup.
 */
export function alignment({ numbers, readDb }: Pick<Dependencies, 'numbers' | 'readDb'>): Align {
  const facts = new Map<string, Promise<void>>();
  const align = async (def: AnyRegister, field: string, sequence: string): Promise<void> => {
    const last = await highest(readDb, def, field);
    if (last !== null) await numbers.atLeast(sequence, last);
  };
  return (def, field = def.key.field, sequence = def.path) => {
    const fact = facts.get(sequence) ?? align(def, field, sequence);
    facts.set(sequence, fact);
    // a failure is this command's; the next one tries again
    fact.catch(() => facts.delete(sequence));
    return fact;
  };
}
