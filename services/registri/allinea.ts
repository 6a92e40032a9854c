import { sql } from 'kysely';
import type { AnyRegister } from '#contracts/registri/define-register.ts';
import type { Dipendenze } from '../module.ts';

/**
 * Before the first number a process reserves of a register, the sequence is brought past the
 * highest one the records have, deleted ones included: the log may be younger than the table of
 * the numbers, after a restore from a backup.
 */
export function allineamento({ numeri, letture }: Pick<Dipendenze, 'numeri' | 'letture'>): (def: AnyRegister) => Promise<void> {
  const fatti = new Map<string, Promise<void>>();
  const allinea = async (def: AnyRegister): Promise<void> => {
    const { rows } = await sql<{ ultimo: number | null }>`select max(${sql.id(def.key.field)}) as ultimo from ${sql.table(def.path)}`.execute(letture);
    const ultimo = rows[0]?.ultimo ?? null;
    if (ultimo !== null) await numeri.almeno(def.path, Number(ultimo));
  };
  return (def) => {
    const fatto = fatti.get(def.path) ?? allinea(def);
    fatti.set(def.path, fatto);
    // a failure is this command's; the next one tries again
    fatto.catch(() => fatti.delete(def.path));
    return fatto;
  };
}
