import { foldedKey } from '#contracts/core/natural-key.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { allKeys } from '#projections/registers/record.queries.ts';
import type { Declaration, Dependencies } from '../platform/module.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'writeDb' | 'readDb'>;

const CHUNK = 1000;
/** SQLSTATE undefined_table. */
const NO_TABLE = '42P01';

/**
 * Declares the rule that refuses a key which differs from an existing one only in case or in the encoding of accents. Keys of deleted
 * records count as existing.
 */
export function declareSameKey(deps: Deps): Declaration {
  const registers = deps.catalogue.registers.filter((def) => def.key.kind === 'natural' && !def.parent);
  const copies = new Map<string, Promise<void>>();
  /** Copies a register's existing keys into the table of natural keys. Runs once per process and register. */
  const ensureRemembered = (def: AnyRegister): Promise<void> => {
    const promise = copies.get(def.path) ?? remember(deps, def);
    copies.set(def.path, promise);
    return promise.catch((error: unknown) => {
      copies.delete(def.path);
      // at the first start the read tables may not exist yet, so the next creation tries again
      if ((error as { code?: string }).code !== NO_TABLE) throw error;
    });
  };
  return {
    name: 'chiavi',
    rules: [
      {
        registers,
        storesInCheck: true,
        async check({ key, before }, command) {
          if (command.action !== 'create' || before) return;
          const def = deps.catalogue.registerOrThrow(command.register);
          await ensureRemembered(def);
          await claim(deps, def, key);
        },
      },
    ],
  };
}

/** Claims a key atomically. Throws DUPLICATO if a key with the same folded spelling exists. */
async function claim({ writeDb }: Deps, def: AnyRegister, key: string): Promise<void> {
  const folded = foldedKey(key);
  const table = writeDb.withSchema('public');
  await table
    .insertInto('chiavi_naturali')
    .values({ registro: def.path, letta: folded, chiave: key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { chiave } = await table
    .selectFrom('chiavi_naturali')
    .select('chiave')
    .where('registro', '=', def.path)
    .where('letta', '=', folded)
    .executeTakeFirstOrThrow();
  if (chiave !== key) throw new DomainError('DUPLICATO', { message: `${def.key.label} "${key}" esiste già, scritta "${chiave}".` });
}

async function remember({ writeDb, readDb }: Deps, def: AnyRegister): Promise<void> {
  const keys = await allKeys(readDb, def);
  for (let from = 0; from < keys.length; from += CHUNK) {
    await writeDb
      .withSchema('public')
      .insertInto('chiavi_naturali')
      .values(keys.slice(from, from + CHUNK).map((key) => ({ registro: def.path, letta: foldedKey(key), chiave: key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
