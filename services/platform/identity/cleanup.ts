import type { Kysely } from 'kysely';
import type { WriteDatabase } from '../postgres/write-tables.ts';

const DAY = 86_400_000;
/** How long sign-ins and refusals, idempotency keys and unused browsers are kept. */
const DAYS = { accessi: 90, chiavi: 30, browser: 365 };

/** Takes away what has had its time; done at each sign-in, a few indexed rows at a time. */
export async function cleanIdentity(db: Kysely<WriteDatabase>, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY);
  const own = db.withSchema('public');
  await own.deleteFrom('sessioni').where('scade', '<=', now).execute();
  await own.deleteFrom('browser_conosciuti').where('usato', '<=', before(DAYS.browser)).execute();
  await own.deleteFrom('chiavi').where('quando', '<=', before(DAYS.chiavi)).execute();
  await own
    .deleteFrom('accessi')
    .where('quando', '<=', before(DAYS.accessi))
    .where('quando', '<=', new Date(Date.now() - DAYS.accessi * DAY - 60_000))
    .execute();
}
