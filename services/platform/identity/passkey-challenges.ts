import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { DomainError } from '#contracts/core/errors.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { hashToken } from './sessions.ts';

type Db = Kysely<WriteDatabase>;

/** Milliseconds for which a challenge can be answered. */
export const CHALLENGE_MS = 5 * 60_000;
/** Challenges kept of one network; a new one takes the place of the oldest. */
const KEPT_OF_NETWORK = 50;
/** Challenges kept in all; beyond these none is made. */
const MAX_CHALLENGES = 5000;
const RETRY_SECONDS = 30;

/** Purpose of a challenge that a session asks for. */
export type ChallengePurpose = 'aggiunta' | 'conferma';

/** Returns the key of a challenge that only this session can answer; a new one for the same purpose replaces it. */
export const keyOfSession = (session: string, purpose: ChallengePurpose): string => `${purpose}:${session}`;

/** Makes the token of a sign-in's attempt. */
export const newAttempt = (): string => randomBytes(32).toString('base64url');

export interface ChallengeAsked {
  /** Token or session that the attempt is bound to; kept as a hash. */
  key: string;
  network: string;
  /** User handle that a device is given with the challenge. */
  handle?: string;
  now: Date;
  /** Challenges kept in all. */
  most?: number;
}

/** Makes a challenge that is kept for five minutes. Throws TROPPE_CHIAMATE while too many are open. */
export async function makeChallenge(db: Db, { key, network, handle, now, most = MAX_CHALLENGES }: ChallengeAsked): Promise<string> {
  const own = db.withSchema('public');
  await forgetChallenges(db, now);
  const chi = hashToken(key);
  await own
    .deleteFrom('passkey_sfide')
    .where('chi', 'in', ({ selectFrom }) =>
      selectFrom('passkey_sfide')
        .select('chi')
        .where('rete', '=', network)
        .orderBy('scade', 'desc')
        .orderBy('chi')
        .offset(KEPT_OF_NETWORK - 1),
    )
    .execute();
  const { n } = await own
    .selectFrom('passkey_sfide')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  if (Number(n) >= most)
    throw new DomainError('TROPPE_CHIAMATE', {
      message: 'Troppi accessi con passkey insieme: riprova tra poco, oppure entra con la password.',
      retryAfter: RETRY_SECONDS,
    });
  const row = {
    sfida: randomBytes(32).toString('base64url'),
    rete: network,
    persona: handle ?? null,
    scade: new Date(now.getTime() + CHALLENGE_MS),
  };
  await own
    .insertInto('passkey_sfide')
    .values({ chi, ...row })
    .onConflict((conflict) => conflict.column('chi').doUpdateSet(row))
    .execute();
  return row.sfida;
}

export interface Challenge {
  challenge: string;
  handle: string | null;
}

/** Uses up the challenge of a key; `null` if there is none, or it is older than five minutes. */
export async function takeChallenge(db: Db, key: string, now: Date): Promise<Challenge | null> {
  const taken = await db
    .withSchema('public')
    .deleteFrom('passkey_sfide')
    .where('chi', '=', hashToken(key))
    .returning(['sfida', 'persona', 'scade'])
    .executeTakeFirst();
  return taken && taken.scade > now ? { challenge: taken.sfida, handle: taken.persona } : null;
}

/** Deletes challenges that nobody can answer any more. */
export async function forgetChallenges(db: Db, now: Date): Promise<void> {
  await db.withSchema('public').deleteFrom('passkey_sfide').where('scade', '<=', now).execute();
}
