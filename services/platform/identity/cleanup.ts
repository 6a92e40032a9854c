import { DATA_KINDS, DAYS_KEPT, DOOR_KINDS } from '#contracts/core/access-kinds.ts';
import type { Kysely } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { forgetChallenges } from './passkey-challenges.ts';

const DAY = 86_400_000;
/** Days that idempotency keys and unused browsers are kept. */
const DAYS = { chiavi: 30, browser: 365 };

/** Deletes rows that have expired. Each sign-in deletes a few rows by an index, so that no sign-in waits for long. */
export async function cleanIdentity(db: Kysely<WriteDatabase>, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY);
  const own = db.withSchema('public');
  await own.deleteFrom('sessioni').where('scade', '<=', now).execute();
  await own.deleteFrom('browser_conosciuti').where('usato', '<=', before(DAYS.browser)).execute();
  await forgetChallenges(db, now);
  await own.deleteFrom('chiavi').where('quando', '<=', before(DAYS.chiavi)).execute();
  for (const [kinds, days] of [
    [DOOR_KINDS, DAYS_KEPT.door],
    [DATA_KINDS, DAYS_KEPT.data],
  ] as const) {
    await own
      .deleteFrom('accessi')
      .where('tipo', 'in', kinds)
      .where('quando', '<=', before(days))
      .where('quando', '<=', new Date(Date.now() - days * DAY - 60_000))
      .execute();
  }
}
