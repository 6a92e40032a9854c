import type { Request } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { networkOf } from '#services/platform/http/network.ts';
import { hashOf } from '#services/platform/identity/credentials.ts';
import type { Attempts } from '#services/platform/identity/login-attempts.ts';
import { check } from '#services/platform/identity/password.ts';
import type { Dependencies } from '#services/platform/module.ts';

/**
 * Checks the current password of people who change their own, so that an unattended session is not enough to take over the account. Guesses
 * are limited like failed logins. Throws `RICHIESTA_NON_VALIDA` if the password is missing or wrong.
 */
export async function checkPresentPassword(
  { writeDb }: Pick<Dependencies, 'writeDb'>,
  attempts: Attempts,
  { req, memberID, presentPassword }: { req: Request; memberID: string; presentPassword: unknown },
): Promise<void> {
  if (presentPassword === undefined || presentPassword === null || presentPassword === '') throw wrong('Scrivi la tua password attuale');
  const digest = typeof presentPassword === 'string' ? presentPassword.toLowerCase() : '';
  const right = await attempts.count(
    memberID,
    networkOf(req.ip ?? ''),
    async () => (await check(digest, await hashOf(writeDb, memberID))) || null,
  );
  if (!right) throw wrong('La password attuale non è corretta');
}

const wrong = (messaggio: string) => new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'passMD5Attuale', messaggio }] });
