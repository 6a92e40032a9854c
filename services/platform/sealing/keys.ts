import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { sql, type Kysely } from 'kysely';
import { subjectOf, type PersonName } from '#contracts/core/personal-data.ts';
import { secretOf, secretsOf } from '../files/results.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import type { Config } from '../start/config.ts';
import { decrypt, encrypt, KEY_BYTES } from './cipher.ts';
import { KeysUnreadable, type PersonKey, type PersonKeys } from './person-keys.ts';

type Secrets = Pick<Config, 'SEGRETO' | 'SEGRETO_PRIMA'>;

interface Options {
  /** Milliseconds for which keys are used before the database is asked again which of them were destroyed. */
  lifetimeMs?: number;
  /** Returns the key of the record of a register that has a name, for names whose digest was never kept. */
  recordNamed?: (name: PersonName) => Promise<string | number | null>;
  /** Called once for each subject whose values cannot be read. */
  told?: (subject: string) => void;
}

/** Subject of the key for the digests of names, which is nobody's. */
const NAMES = 'nomi';
const LIFETIME_MS = 1000;
/** Keys in memory: those of all people of a large firm. */
const CACHED_KEYS = 20_000;
/** Transactions that destroy keys become visible within this time, in milliseconds. */
const COMMIT_MS = 60_000;

// the key is derived, so that no other use of SEGRETO can open or make one; the subject is bound to it
const wrappingKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'strato', 'chiavi-persone', KEY_BYTES));

/** Creates the keys of people over their table in the write side. */
export function personKeys(db: Kysely<WriteDatabase>, config: Secrets, options: Options = {}): PersonKeys {
  const { lifetimeMs = LIFETIME_MS, recordNamed = async () => null, told = () => undefined } = options;
  const wrapping = secretsOf(config).map(wrappingKey);
  const cache = new LRUCache<string, { key: PersonKey; shown?: string }>({ max: CACHED_KEYS });
  const names = new LRUCache<string, string>({ max: CACHED_KEYS });
  const unreadable = new Set<string>();
  let generation = 0;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | null = null;

  function unwrap(subject: string, wrapped: Buffer): PersonKey {
    for (const key of wrapping) {
      try {
        return decrypt(key, subject, wrapped);
      } catch {
        // the key was wrapped under another SEGRETO
      }
    }
    return 'unreadable';
  }

  const wrap = (subject: string, key: Buffer): Buffer => encrypt(wrappingKey(secretOf(config)), subject, key);

  function drop(subjects: readonly string[]): void {
    if (subjects.length === 0) return;
    // the next use reads them from the database, with the text that their names read as
    for (const subject of subjects) cache.delete(subject);
    names.clear();
    generation += 1;
  }

  /** Asks the database which keys were destroyed by other processes lately, at most once in `lifetimeMs`. */
  async function checkDestroyed(): Promise<void> {
    if (performance.now() - checkedAt < lifetimeMs) return;
    checking ??= (async () => {
      const since = performance.now() - checkedAt + COMMIT_MS;
      const { rows } = await sql<{ soggetto: string }>`select soggetto from public.chiavi_persone
        where distrutta is not null and distrutta > clock_timestamp() - ${Math.min(since, 1e12)} * interval '1 millisecond'`.execute(db);
      const now = performance.now();
      drop(rows.map(({ soggetto }) => soggetto).filter((subject) => cache.has(subject) && cache.peek(subject)?.key !== 'destroyed'));
      checkedAt = now;
    })().finally(() => {
      checking = null;
    });
    await checking;
  }

  async function load(subjects: readonly string[]): Promise<void> {
    if (subjects.length === 0) return;
    const rows = await db
      .withSchema('public')
      .selectFrom('chiavi_persone')
      .select(['soggetto', 'chiave', 'mostrata'])
      .where('soggetto', 'in', subjects)
      .execute();
    for (const { soggetto, chiave, mostrata } of rows)
      cache.set(soggetto, {
        key: chiave === null ? 'destroyed' : unwrap(soggetto, chiave),
        ...(mostrata === null ? {} : { shown: mostrata }),
      });
  }

  const missing = (subjects: ReadonlySet<string>): string[] => [...subjects].filter((subject) => !cache.has(subject));

  function found(subjects: ReadonlySet<string>): ReadonlyMap<string, PersonKey> {
    return new Map([...subjects].map((subject) => [subject, cache.get(subject)?.key ?? 'unreadable']));
  }

  async function toOpen(subjects: Iterable<string>): Promise<ReadonlyMap<string, PersonKey>> {
    await checkDestroyed();
    const wanted = new Set(subjects);
    await load(missing(wanted));
    return found(wanted);
  }

  async function toSeal(subjects: Iterable<string>): Promise<ReadonlyMap<string, PersonKey>> {
    await checkDestroyed();
    const wanted = new Set(subjects);
    await load(missing(wanted));
    const without = missing(wanted).toSorted();
    if (without.length > 0) {
      await db
        .withSchema('public')
        .insertInto('chiavi_persone')
        .values(without.map((soggetto) => ({ soggetto, chiave: wrap(soggetto, randomBytes(KEY_BYTES)), distrutta: null })))
        // if another process inserted a key at the same moment, that key is used
        .onConflict((conflict) => conflict.column('soggetto').doNothing())
        .execute();
      await load(without);
    }
    return found(wanted);
  }

  async function digestOf({ register, field, name }: PersonName): Promise<Buffer> {
    const key = (await toSeal([NAMES])).get(NAMES);
    if (!Buffer.isBuffer(key)) throw new KeysUnreadable();
    const folded = name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
    return createHmac('sha256', key)
      .update(JSON.stringify([register, field, folded]))
      .digest();
  }

  async function subjectsByDigest(digest: Buffer): Promise<string[]> {
    const rows = await db
      .withSchema('public')
      .selectFrom('nomi_persone')
      .select('soggetto')
      .where('impronta', '=', digest)
      .orderBy('quando', 'desc')
      .orderBy('soggetto')
      .execute();
    return rows.map(({ soggetto }) => soggetto);
  }

  async function keepDigests(rows: readonly { digest: Buffer; subject: string }[]): Promise<void> {
    await db
      .withSchema('public')
      .insertInto('nomi_persone')
      .values(rows.map(({ digest, subject }) => ({ impronta: digest, soggetto: subject })))
      .onConflict((conflict) => conflict.columns(['impronta', 'soggetto']).doNothing())
      .execute();
  }

  const memo = ({ register, field, name }: PersonName): string => JSON.stringify([register, field, name]);

  async function subjectOfName(name: PersonName): Promise<string> {
    await checkDestroyed();
    const known = names.get(memo(name));
    if (known !== undefined) return known;
    const digest = await digestOf(name);
    const [first] = await subjectsByDigest(digest);
    const subject = first ?? (await firstSubject(name, digest));
    if (first === undefined) await keepDigests([{ digest, subject }]);
    names.set(memo(name), subject);
    return subject;
  }

  /** Returns the subject of a name whose digest was never kept: that of the record with this name, otherwise one made of the digest. */
  async function firstSubject(name: PersonName, digest: Buffer): Promise<string> {
    const key = await recordNamed(name);
    return subjectOf(name.register, key ?? `~${digest.subarray(0, 12).toString('base64url')}`);
  }

  return {
    toOpen,
    toSeal,
    subjectOfName,
    async subjectsOfName(name) {
      return subjectsByDigest(await digestOf(name));
    },
    async learnNames(learned) {
      const unknown = learned.filter((one) => names.get(memo(one)) !== one.subject);
      if (unknown.length === 0) return;
      await keepDigests(await Promise.all(unknown.map(async (one) => ({ digest: await digestOf(one), subject: one.subject }))));
      for (const one of unknown) names.set(memo(one), one.subject);
    },
    async destroy(subjects, on = db) {
      if (subjects.length === 0) return [];
      const { rows } = await sql<{ soggetto: string }>`
        with prima as (select soggetto from public.chiavi_persone where soggetto = any(${[...subjects]}::text[]) and distrutta is not null)
        insert into public.chiavi_persone (soggetto, chiave, distrutta)
        select s, null, clock_timestamp() from unnest(${[...new Set(subjects)].toSorted()}::text[]) s where s not in (select soggetto from prima)
        on conflict (soggetto) do update set chiave = null, distrutta = excluded.distrutta where chiavi_persone.distrutta is null
        returning soggetto`.execute(on);
      await on.withSchema('public').deleteFrom('nomi_persone').where('soggetto', 'in', subjects).execute();
      if (on === db) drop(subjects);
      // the transaction may still be rolled back, so the next use reads the database
      else for (const subject of subjects) cache.delete(subject);
      return rows.map(({ soggetto }) => soggetto);
    },
    async nameForgotten(subjects, shown) {
      await db.withSchema('public').updateTable('chiavi_persone').set({ mostrata: shown }).where('soggetto', 'in', subjects).execute();
      drop(subjects);
    },
    shownAs: (subject) => cache.peek(subject)?.shown,
    async rewrap() {
      const today = wrapping[0]!;
      const rows = await db
        .withSchema('public')
        .selectFrom('chiavi_persone')
        .select(['soggetto', 'chiave'])
        .where('chiave', 'is not', null)
        .execute();
      let count = 0;
      for (const { soggetto, chiave } of rows) {
        const key = unwrap(soggetto, chiave!);
        if (!Buffer.isBuffer(key) || opensUnder(today, soggetto, chiave!)) continue;
        const { numUpdatedRows } = await db
          .withSchema('public')
          .updateTable('chiavi_persone')
          .set({ chiave: wrap(soggetto, key) })
          .where('soggetto', '=', soggetto)
          .where('chiave', '=', chiave)
          .executeTakeFirst();
        count += Number(numUpdatedRows);
      }
      return count;
    },
    unreadable,
    noteUnreadable(subject) {
      if (unreadable.has(subject)) return;
      unreadable.add(subject);
      told(subject);
    },
    get generation() {
      return generation;
    },
  };
}

function opensUnder(wrapping: Buffer, subject: string, wrapped: Buffer): boolean {
  try {
    decrypt(wrapping, subject, wrapped);
    return true;
  } catch {
    return false;
  }
}
