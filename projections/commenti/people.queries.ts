import type { Kysely, NotNull } from 'kysely';
import type { Identity } from '#contracts/core/permissions.ts';
import { groupPermissions } from '../accesso/accesso.queries.ts';
import type { ReadDatabase } from '../database.ts';
import { LIVE } from '../registers/register.table.ts';

/** A user with current rights and full name. */
export type KnownPerson = Identity & { nome: string | null };

/** Returns the users, in the order of their names, with their current rights; with `names`, those whose user name is one of them but for case. */
export async function readPeople(db: Kysely<ReadDatabase>, names?: readonly string[]): Promise<KnownPerson[]> {
  if (names?.length === 0) return [];
  const all = db
    .selectFrom('users')
    .select(['memberID', 'groupID', 'custom1 as nome'])
    .where(LIVE)
    .where('groupID', 'is not', null)
    .orderBy('memberID', (order) => order.collate('C'))
    .$narrowType<{ groupID: NotNull }>();
  const lower = names?.map((name) => name.toLowerCase());
  const people = await (
    lower === undefined ? all : all.where(({ eb, fn }) => eb(fn<string>('lower', ['memberID']), 'in', lower))
  ).execute();
  const groups = new Map<number, Promise<Identity['permessi']>>();
  return Promise.all(
    people.map(async (person) => {
      const permissions = groups.get(person.groupID) ?? groupPermissions(db, person.groupID);
      groups.set(person.groupID, permissions);
      return { ...person, permessi: await permissions };
    }),
  );
}

/** Returns the comments whose author is to be reminded on one of these days, both included. */
export async function remindedComments(
  db: Kysely<ReadDatabase>,
  from: string,
  until: string,
): Promise<{ id: number; utente: string; ricordami: string }[]> {
  return db
    .selectFrom('commenti')
    .select(['id', 'utente', 'ricordami'])
    .where(LIVE)
    .where('ricordami', '>=', from)
    .where('ricordami', '<=', until)
    .orderBy('id')
    .$narrowType<{ ricordami: NotNull }>()
    .execute();
}
