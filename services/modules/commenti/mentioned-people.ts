import { may } from '#contracts/core/permissions.ts';
import { mentionsIn } from '#contracts/core/mentions.ts';
import type { Mentionable } from '#contracts/core/comments.ts';
import { readPeople } from '#projections/commenti/people.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import type { FollowedRecord } from '#services/registers/followed-record.ts';

type Needs = Pick<Dependencies, 'readDb'>;

/** Users and names that a text mentions, by whether they get a notice. */
export interface MentionedPeople {
  /** User names of users who may see the record, without the author. */
  recipients: string[];
  /** Names, as written, of users who may not see the record and of no existing user. */
  untold: string[];
}

/** Finds the users whom a comment mentions. */
export async function mentionedBy(
  deps: Needs,
  { testo, author }: { testo: string; author: string },
  target: FollowedRecord,
): Promise<MentionedPeople> {
  const names = mentionsIn(testo);
  const people = await readPeople(deps.readDb, names);
  const seeing = new Map(
    people.filter((one) => may(one, target.def.access, 'view', target.owner)).map(({ memberID }) => [memberID.toLowerCase(), memberID]),
  );
  return {
    recipients: [...seeing.values()].filter((memberID) => memberID !== author),
    untold: names.filter((name) => !seeing.has(name.toLowerCase())),
  };
}

/** Returns the users who may see a record, except `author`. */
export async function mentionable(deps: Needs, target: FollowedRecord, author: string): Promise<Mentionable[]> {
  const people = await readPeople(deps.readDb);
  return people
    .filter((one) => one.memberID !== author && may(one, target.def.access, 'view', target.owner))
    .map(({ memberID, nome }) => ({ memberID, nome }));
}
