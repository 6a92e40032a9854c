import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { commenti } from '#contracts/registers/commenti.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { readKey } from '#services/registers/body.ts';
import { ownerOfRow, readVisible } from '#services/registers/read.ts';
import type { FollowedRecord } from '#services/registers/followed-record.ts';

type Needs = Pick<Dependencies, 'catalogue' | 'readDb'>;

/** Returns the existing record that a request names. Throws 400 for an unknown register, and 403 or 404 as the record's own route would. */
export async function targetAsked(deps: Needs, tabella: unknown, record: unknown, identity: Identity): Promise<FollowedRecord> {
  const def = commentedRegister(deps, tabella);
  const asked = readKey(def, record, 'record');
  const row = await readVisible(deps, def, asked, identity);
  return { def, key: row[def.key.field] as string | number, owner: await ownerOfRow(deps, def, row) };
}

/** Returns the register that `tabella` names. Throws 400 for an unknown register, and for comments, which cannot be commented on. */
export function commentedRegister({ catalogue }: Pick<Needs, 'catalogue'>, tabella: unknown): AnyRegister {
  const def = typeof tabella === 'string' ? catalogue.register(tabella) : undefined;
  if (def && def.path !== commenti.path) return def;
  const messaggio =
    typeof tabella !== 'string' || tabella === ''
      ? 'Serve il nome di un registro'
      : def
        ? 'Un commento non si commenta'
        : `Il registro «${tabella.slice(0, 60)}» non esiste`;
  throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'tabella', messaggio }] });
}
