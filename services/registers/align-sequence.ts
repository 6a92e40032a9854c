import { sql } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Dipendenze } from '../platform/module.ts';

/** `campo`: the register's key, unless its records have further numbers, from a sequence of their own. */
type Allinea = (def: AnyRegister, campo?: string, sequenza?: string) => Promise<void>;

/**
 * Before the first number a process reserves of a register, the sequence is brought past the
 * highest one the records have, deleted ones included: the log may be younger than the table of
 * the numbers, after a restore from a backup.
 */
export function allineamento({ numeri, letture }: Pick<Dipendenze, 'numeri' | 'letture'>): Allinea {
  const fatti = new Map<string, Promise<void>>();
  const allinea = async (def: AnyRegister, campo: string, sequenza: string): Promise<void> => {
    const { rows } = await sql<{ ultimo: number | null }>`select max(${sql.id(campo)}) as ultimo from ${sql.table(def.path)}`.execute(letture);
    const ultimo = rows[0]?.ultimo ?? null;
    if (ultimo !== null) await numeri.almeno(sequenza, Number(ultimo));
  };
  return (def, campo = def.key.field, sequenza = def.path) => {
    const fatto = fatti.get(sequenza) ?? allinea(def, campo, sequenza);
    fatti.set(sequenza, fatto);
    // a failure is this command's; the next one tries again
    fatto.catch(() => fatti.delete(sequenza));
    return fatto;
  };
}
