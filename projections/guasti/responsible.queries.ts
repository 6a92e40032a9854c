import type { Kysely } from 'kysely';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '../database.ts';

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/**
 * Returns the mail addresses of those responsible for a machine; the administrators' addresses, if nobody is responsible or has an address.
 */
export async function addressesFor(db: Kysely<ReadDatabase>, matricola: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('macchinari as m', (join) => join.on('m.matricola', '=', matricola).on(({ not }) => not('m.eliminato')))
    .select(({ eb, ref }) => ['u.email', eb('u.memberID', '=', ref('m.responsabile')).as('suo')])
    .where(({ not }) => not('u.eliminato'))
    .where(({ eb, or, ref }) => or([eb('u.memberID', '=', ref('m.responsabile')), eb('u.groupID', '=', GRUPPO_AMMINISTRATORI)]))
    .orderBy('u.memberID', (order) => order.collate('C'))
    .execute();
  const usable = rows.flatMap(({ email, suo }) => (ADDRESS.test(email?.trim() ?? '') ? [{ email: email!.trim(), suo }] : []));
  const theirs = usable.filter(({ suo }) => suo);
  return [...new Set((theirs.length > 0 ? theirs : usable).map(({ email }) => email))];
}
