import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { DomainError } from '#contracts/core/errors.ts';
import { PASSKEYS_KEPT, type PasskeyAssertion, type PasskeyCreation, type PasskeyOptions } from '#contracts/core/passkey.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { CHALLENGE_MS } from './passkey-challenges.ts';
import type { PasskeySite } from './passkey-site.ts';

type Db = Kysely<WriteDatabase> | Transaction<WriteDatabase>;

/** COSE numbers of the accepted signatures: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];
const HANDLE_BYTES = 32;

// loaded with the first use: the library takes a second, and most portals start without a passkey
const library = () => import('@simplewebauthn/server');

export interface Passkey {
  credenziale: string;
  nome: string;
  creata: Date;
  usata: Date | null;
}

/** Lists the passkeys of a user that count on this host, oldest first. */
export const passkeysOf = (db: Db, memberID: string, host: string): Promise<Passkey[]> =>
  db
    .withSchema('public')
    .selectFrom('passkey')
    .select(['credenziale', 'nome', 'creata', 'usata'])
    .where('member_id', '=', memberID)
    .where('host', '=', host)
    .orderBy('creata')
    .orderBy('credenziale')
    .execute();

/** Tells whether a user can sign in with a passkey on this host. */
export async function hasPasskey(db: Db, memberID: string, host: string): Promise<boolean> {
  return (await passkeysOf(db, memberID, host)).length > 0;
}

interface CredentialDescriptor {
  credenziale: string;
  trasporti: string[];
  persona: string;
}

const descriptorsOf = (db: Db, memberID: string, host: string): Promise<CredentialDescriptor[]> =>
  db
    .withSchema('public')
    .selectFrom('passkey')
    .select(['credenziale', 'trasporti', 'persona'])
    .where('member_id', '=', memberID)
    .where('host', '=', host)
    .execute();

const descriptors = (rows: readonly CredentialDescriptor[]) =>
  rows.map(({ credenziale, trasporti }) => ({ id: credenziale, transports: trasporti }));

/** A person for whom a passkey is made. */
export interface PasskeyOwner {
  memberID: string;
  name: string;
}

/**
 * Returns the user handle for a new passkey: that of the person's other ones, so that a device knows them as those of one account. Throws
 * LIMITE_RAGGIUNTO for a person who has the maximum.
 */
export async function handleFor(db: Db, memberID: string, { host }: PasskeySite): Promise<string> {
  const own = await descriptorsOf(db, memberID, host);
  if (own.length >= PASSKEYS_KEPT) throw tooMany();
  return own[0]?.persona ?? randomBytes(HANDLE_BYTES).toString('base64url');
}

/** Returns what the browser needs to make a passkey. */
export async function creationOptions(
  db: Db,
  { host }: PasskeySite,
  { owner, challenge, handle, firm }: { owner: PasskeyOwner; challenge: string; handle: string; firm: string },
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: firm,
    rpID: host,
    userName: owner.memberID,
    userDisplayName: owner.name,
    userID: bytesOf(handle),
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: descriptors(await descriptorsOf(db, owner.memberID, host)),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/** Returns what the browser needs to use a passkey: any of this host, or only those of a user. */
export async function requestOptions(
  db: Db,
  { host }: PasskeySite,
  { challenge, memberID }: { challenge: string; memberID?: string },
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: host,
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(memberID === undefined ? {} : { allowCredentials: descriptors(await descriptorsOf(db, memberID, host)) }),
  });
  return { ...options };
}

/** A passkey to keep, as its device answered. */
export interface NewPasskey {
  memberID: string;
  /** User handle that the device was given. */
  handle: string;
  nome: string;
  challenge: string;
  answer: PasskeyCreation;
  now: Date;
}

/**
 * Keeps a new passkey. Returns false for an answer to another challenge, of another origin or host, without user verification or with
 * another algorithm. Throws LIMITE_RAGGIUNTO for the eleventh, and DUPLICATO for a credential that is kept already.
 */
export async function addPasskey(
  tx: Transaction<WriteDatabase>,
  { host, origin }: PasskeySite,
  { memberID, handle, nome, challenge, answer, now }: NewPasskey,
): Promise<boolean> {
  const { verifyRegistrationResponse } = await library();
  const verification = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} } as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verification?.verified) return false;
  const { credential } = verification.registrationInfo;
  const own = tx.withSchema('public');
  // two additions at the same time count one after the other
  await own.selectFrom('credenziali').select('member_id').where('member_id', '=', memberID).forUpdate().execute();
  if ((await descriptorsOf(tx, memberID, host)).length >= PASSKEYS_KEPT) throw tooMany();
  const { numInsertedOrUpdatedRows } = await own
    .insertInto('passkey')
    .values({
      credenziale: credential.id,
      member_id: memberID,
      host,
      persona: handle,
      chiave: Buffer.from(credential.publicKey).toString('base64url'),
      contatore: String(credential.counter),
      trasporti: answer.response.transports ?? [],
      nome,
      creata: now,
      usata: null,
    })
    .onConflict((conflict) => conflict.column('credenziale').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new DomainError('DUPLICATO', { message: 'Questa passkey è già registrata.' });
  return true;
}

const tooMany = () =>
  new DomainError('LIMITE_RAGGIUNTO', { message: `Hai già ${PASSKEYS_KEPT} passkey: per aggiungerne un’altra, prima togline una.` });

/** A passkey that a device has proven to hold. */
export interface ProvenPasskey {
  memberID: string;
  nome: string;
  /** The signature counter went back: somebody may hold a copy of the key. Such a proof must not count. */
  copied: boolean;
}

/** Returns the user of a credential on this host; `null` for an unknown one. */
export async function ownerOfPasskey(db: Db, credenziale: string, host: string): Promise<string | null> {
  const row = await db
    .withSchema('public')
    .selectFrom('passkey')
    .select('member_id')
    .where('credenziale', '=', credenziale)
    .where('host', '=', host)
    .executeTakeFirst();
  return row?.member_id ?? null;
}

/** A device's answer to a challenge. */
export interface PasskeyProof {
  challenge: string;
  answer: PasskeyAssertion;
  /** The only user whose passkey is accepted; anybody's without. */
  memberID?: string | undefined;
  now: Date;
}

/**
 * Checks a device's answer to a challenge, and keeps its signature counter. Returns `null` for an unknown passkey or another user's, and for
 * an answer to another challenge, of another origin or host, without user verification or with a wrong signature.
 */
export async function verifyPasskey(
  db: Db,
  { host, origin }: PasskeySite,
  { challenge, answer, memberID, now }: PasskeyProof,
): Promise<ProvenPasskey | null> {
  const { verifyAuthenticationResponse } = await library();
  const own = db.withSchema('public');
  const row = await own.selectFrom('passkey').selectAll().where('credenziale', '=', answer.id).where('host', '=', host).executeTakeFirst();
  if (!row || (memberID !== undefined && row.member_id !== memberID)) return null;
  // a device that was asked for the passkeys of a known user need not name the user
  const named = answer.response.userHandle ?? (memberID === undefined ? null : row.persona);
  if (named !== row.persona) return null;
  const verification = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} } as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    // the library judges the counter before the signature, so that anybody could cause the warning: it is judged below
    credential: { id: row.credenziale, publicKey: bytesOf(row.chiave), counter: 0 },
  }).catch(() => null);
  if (!verification?.verified) return null;
  const counter = verification.authenticationInfo.newCounter;
  // of two answers with one counter the database lets one through
  const { numUpdatedRows } = await own
    .updateTable('passkey')
    .set({ contatore: String(counter), usata: now })
    .where('credenziale', '=', row.credenziale)
    .where(({ eb, or }) => or([eb('contatore', '<', String(counter)), ...(counter === 0 ? [eb('contatore', '=', '0')] : [])]))
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return { memberID: row.member_id, nome: row.nome, copied: false };
  // a passkey that was taken away meanwhile is no copied one
  return (await ownerOfPasskey(db, row.credenziale, host)) === null ? null : { memberID: row.member_id, nome: row.nome, copied: true };
}

/** Renames a passkey of a user; returns the name before, or `null` if the user has no such passkey. */
export async function renamePasskey(
  tx: Transaction<WriteDatabase>,
  { memberID, credenziale, nome }: { memberID: string; credenziale: string; nome: string },
): Promise<string | null> {
  const own = tx.withSchema('public');
  const before = await own
    .selectFrom('passkey')
    .select('nome')
    .where('credenziale', '=', credenziale)
    .where('member_id', '=', memberID)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return null;
  await own.updateTable('passkey').set({ nome }).where('credenziale', '=', credenziale).execute();
  return before.nome;
}

/** Takes away one passkey of a user, or all without `credenziale`; returns their names. */
export async function removePasskeys(db: Db, memberID: string, credenziale?: string): Promise<string[]> {
  const removed = await db
    .withSchema('public')
    .deleteFrom('passkey')
    .where('member_id', '=', memberID)
    .$if(credenziale !== undefined, (of) => of.where('credenziale', '=', credenziale as string))
    .returning('nome')
    .execute();
  return removed.map(({ nome }) => nome);
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
