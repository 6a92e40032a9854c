import { sql, type Kysely } from 'kysely';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '../database.ts';

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/**
 * Returns the mail addresses of those responsible for a machine; the administrators' addresses, if nobody is responsible or has an address.
 */
export async function addressesFor(db: Kysely<ReadDatabase>, matricola: string): Promise<string[]> {
  const { rows } = await sql<{ email: string | null; suo: boolean }>`select u.email, u."memberID" = m.responsabile as suo
    from users u left join macchinari m on m.matricola = ${matricola} and not m.eliminato
    where not u.eliminato and (u."memberID" = m.responsabile or u."groupID" = ${GRUPPO_AMMINISTRATORI}) order by u."memberID" collate "C"`.execute(
    db,
  );
  const usable = rows.flatMap(({ email, suo }) => (ADDRESS.test(email?.trim() ?? '') ? [{ email: email!.trim(), suo }] : []));
  const theirs = usable.filter(({ suo }) => suo);
  return [...new Set((theirs.length > 0 ? theirs : usable).map(({ email }) => email))];
}
