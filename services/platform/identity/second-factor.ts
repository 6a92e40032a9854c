import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { DomainError } from '#contracts/core/errors.ts';
import { secretOf, secretsOf } from '../files/results.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import type { Config } from '../start/config.ts';
import { base32, stepOfCode } from './totp.ts';

type Db = Kysely<WriteDatabase> | Transaction<WriteDatabase>;
type Secrets = Pick<Config, 'SEGRETO' | 'SEGRETO_PRIMA'>;

const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Random bytes of a recovery code: 120 bits, since OWASP ASVS 6.5.2 asks for 112 where the hash is neither salted nor slow. */
const RECOVERY_BYTES = 15;
const DAY_MS = 86_400_000;
/** Days after which a browser with Ricordami must give a code again. */
const TRUSTED_DAYS = 30;

/** Returns since when sign-ins of a user need a code; `null` without a second factor. */
export async function secondFactorSince(db: Db, memberID: string): Promise<Date | null> {
  return (await rowOf(db, memberID))?.attivo ?? null;
}

/** Counts the recovery codes that a user has left. */
export async function recoveryCodesLeft(db: Db, memberID: string): Promise<number> {
  const { n } = await db
    .withSchema('public')
    .selectFrom('codici_recupero')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('member_id', '=', memberID)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * Makes a new secret, which counts once its first code is confirmed. A secret that was not confirmed is replaced. Returns `null` if the user
 * has a second factor already.
 */
export async function beginSecondFactor(db: Db, config: Secrets, memberID: string, now: Date): Promise<Buffer | null> {
  const secret = randomBytes(SECRET_BYTES);
  const row = { segreto: seal(config, memberID, secret), avviato: now, ultimo_passo: '0' };
  const { numInsertedOrUpdatedRows } = await db
    .withSchema('public')
    .insertInto('secondi_fattori')
    .values({ member_id: memberID, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row).where('secondi_fattori.attivo', 'is', null))
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n ? secret : null;
}

/** Switches the second factor on by its first code, and returns the recovery codes; `null` for a wrong code or without a secret to confirm. */
export async function confirmSecondFactor(
  tx: Transaction<WriteDatabase>,
  config: Secrets,
  { memberID, code, now }: { memberID: string; code: string; now: Date },
): Promise<string[] | null> {
  const row = await rowOf(tx, memberID);
  if (row === undefined || row.attivo !== null || !(await spendCode(tx, config, { memberID, code, now, row }))) return null;
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)).toLowerCase());
  await tx.withSchema('public').updateTable('secondi_fattori').set({ attivo: now }).where('member_id', '=', memberID).execute();
  await tx
    .withSchema('public')
    .insertInto('codici_recupero')
    .values(codes.map((one) => ({ member_id: memberID, hash: hashOf(one) })))
    .execute();
  return codes.map((one) => one.match(/.{4}/g)!.join('-'));
}

/** Takes the second factor away, with its recovery codes; returns whether one was switched on. A secret not yet confirmed goes too. */
export async function removeSecondFactor(db: Db, memberID: string): Promise<boolean> {
  const removed = await db
    .withSchema('public')
    .deleteFrom('secondi_fattori')
    .where('member_id', '=', memberID)
    .returning('attivo')
    .executeTakeFirst();
  await db
    .withSchema('public')
    .updateTable('browser_conosciuti')
    .set({ secondo_fattore: null })
    .where('member_id', '=', memberID)
    .execute();
  return removed !== undefined && removed.attivo !== null;
}

/** Uses up a code of the app; returns false for a wrong code and for one used before. */
export async function spendTotp(db: Db, config: Secrets, use: { memberID: string; code: string; now: Date }): Promise<boolean> {
  const row = await rowOf(db, use.memberID);
  return row !== undefined && row.attivo !== null && spendCode(db, config, { ...use, row });
}

export interface SignInFactor {
  memberID: string;
  /** Code as sent, without spaces and hyphens; `null` if none was. */
  code: string | null;
  /** Ricordami: the browser is trusted for thirty days after a code. */
  ricordami: boolean;
  /** Time of this browser's last code with Ricordami. */
  trusted: Date | null;
  now: Date;
}

export interface PassedFactor {
  /** Time of the last code of this browser with Ricordami, to be kept with it. */
  trusted: Date | null;
  /** A recovery code was used. */
  recovery: boolean;
}

/**
 * Asks for the second factor at a sign-in, within its transaction. Returns what the browser keeps. Throws CODICE_RICHIESTO without a code
 * and CODICE_ERRATO for a wrong or used one.
 */
export async function passSecondFactor(
  tx: Transaction<WriteDatabase>,
  config: Secrets,
  { memberID, code, ricordami, trusted, now }: SignInFactor,
): Promise<PassedFactor> {
  const row = await rowOf(tx, memberID);
  if (row === undefined || row.attivo === null) return { trusted: null, recovery: false };
  const fresh = trusted !== null && now.getTime() - trusted.getTime() < TRUSTED_DAYS * DAY_MS;
  if (code === null) {
    if (ricordami && fresh) return { trusted, recovery: false };
    throw new DomainError('CODICE_RICHIESTO');
  }
  const kept = ricordami ? now : null;
  if (await spendCode(tx, config, { memberID, code, now, row })) return { trusted: kept, recovery: false };
  if (await spendRecovery(tx, memberID, code)) return { trusted: kept, recovery: true };
  throw new DomainError('CODICE_ERRATO');
}

interface FactorRow {
  segreto: string;
  attivo: Date | null;
}

const rowOf = (db: Db, memberID: string): Promise<FactorRow | undefined> =>
  db.withSchema('public').selectFrom('secondi_fattori').select(['segreto', 'attivo']).where('member_id', '=', memberID).executeTakeFirst();

/** Accepts a code whose step is later than that of every code used before. Of two requests with one code the database lets one through. */
async function spendCode(
  db: Db,
  config: Secrets,
  { memberID, code, now, row }: { memberID: string; code: string; now: Date; row: FactorRow },
): Promise<boolean> {
  const opened = open(config, memberID, row.segreto);
  const step = opened && stepOfCode(opened.secret, code, now);
  if (!opened || step === null) return false;
  const { numUpdatedRows } = await db
    .withSchema('public')
    .updateTable('secondi_fattori')
    // a secret sealed under the key before is sealed under today's as soon as it is used
    .set({ ultimo_passo: String(step), ...(opened.today ? {} : { segreto: seal(config, memberID, opened.secret) }) })
    .where('member_id', '=', memberID)
    .where('segreto', '=', row.segreto)
    .where('ultimo_passo', '<', String(step))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function spendRecovery(db: Db, memberID: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .withSchema('public')
    .deleteFrom('codici_recupero')
    .where('member_id', '=', memberID)
    .where('hash', '=', hashOf(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

const hashOf = (code: string): string => hash('sha256', `recupero:${code}`);

const NONCE = 12;
const TAG = 16;

// the key is derived, so that no other use of the same secret can open or make one; the user is bound to it
const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'strato', 'secondo-fattore', 32));

function seal(config: Secrets, memberID: string, secret: Buffer): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretOf(config)), nonce).setAAD(Buffer.from(memberID));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Opens a sealed secret, and tells whether today's key sealed it; `null` under none of the keys, as after a lost SEGRETO. */
function open(config: Secrets, memberID: string, sealed: string): { secret: Buffer; today: boolean } | null {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const [place, key] of secretsOf(config).entries()) {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(key), bytes.subarray(0, NONCE)).setAAD(Buffer.from(memberID));
    decipher.setAuthTag(bytes.subarray(-TAG));
    try {
      return { secret: Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]), today: place === 0 };
    } catch {
      // sealed under another key
    }
  }
  return null;
}
