import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { SECOND_FACTOR_DUTIES } from '#contracts/core/session-duty.ts';
import { withFiles } from './secret-files.ts';

const switchedOn = z.preprocess(
  (v) => (v === undefined || v === '' ? false : v === true || ['1', 'true', 'si', 'sì'].includes(String(v).toLowerCase())),
  z.boolean(),
);

const KNOWN_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
const isNetwork = (text: string): boolean => KNOWN_NETWORKS.includes(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/** Creates the schema of a comma-separated list of addresses and networks. */
const networks = (fallback: string) =>
  z.preprocess(
    (v) => (v === undefined || v === '' ? fallback : v),
    z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      )
      .refine((list) => list.every(isNetwork), {
        error: 'addresses or networks are needed, separated by commas, for example 10.0.0.1,172.16.0.0/12',
      }),
  );

/** Quotes a sender's name for a mail address if it has characters other than letters, digits and spaces. */
const nameInAddress = (name: string): string => (/^[\p{L}\p{N} ]+$/u.test(name) ? name : `"${name.replaceAll(/[\\"]/g, String.raw`\$&`)}"`);

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const addressesIn = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const isLoopback = (host: string): boolean => host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback');

/** Value of EVENTSTORE_URL for a log in PostgreSQL. */
export const LOG_IN_POSTGRES = 'postgres';

const schema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
    PORT: z.coerce.number().int().min(1).max(65535).default(3000),
    /** Address the API listens on. */
    HOST: z.string().default('127.0.0.1'),
    /** Data folder of the embedded portal: database, archive, results. */
    DATI_DIR: z.string().min(1).default('.dati'),
    /** Creates the demo firm. If unset, it is created only on a portal that listens on a loopback address. */
    DEMO: z.preprocess((v) => (v === '' ? undefined : v), switchedOn.optional()),
    /** User name of the first administrator. */
    PRIMO_UTENTE: z.preprocess(
      (v) => (v === '' ? undefined : v),
      z
        .string()
        .max(50)
        .regex(/^(?!sistema$)\p{L}[\p{L}\p{N}._-]*[\p{L}\p{N}]$/u, { error: 'a user name of letters, digits, dots and hyphens is needed' })
        .default('admin'),
    ),
    /** Address of an external PostgreSQL. If unset, the portal runs the embedded one in DATI_DIR. */
    DATABASE_URL: z.string().url().optional(),
    /** Address of the same database for the role that owns the tables. Used only for migrations and to create the role of DATABASE_URL. */
    DATABASE_URL_PROPRIETARIO: z.preprocess((v) => (v === '' ? undefined : v), z.string().url().optional()),
    /** Address of a streaming replica of the database, from which lists are read. */
    DATABASE_URL_LETTURE: z.preprocess((v) => (v === '' ? undefined : v), z.string().url().optional()),
    /** Address of an EventStoreDB (`esdb://…`), or `postgres` for a log in PostgreSQL, which is the default outside production. */
    EVENTSTORE_URL: z
      .string()
      .refine((text) => text === LOG_IN_POSTGRES || text.startsWith('esdb'), {
        error: 'an address esdb://… is needed, or the word postgres',
      })
      .optional(),
    EVENTSTORE_PREFISSO: z
      .string()
      .regex(/^[\w-]*$/, 'letters, digits and hyphens only')
      .default(''),
    /** Address of the Redis that holds BullMQ's job queue. If unset, the queue is in PostgreSQL. */
    REDIS_URL: z.string().startsWith('redis').optional(),
    /** Folder of documents and photos; a mounted NAS share in production. */
    ARCHIVIO_DIR: z.string().optional(),
    /** Template with {percorso} that the ARCHIVIO button opens. */
    ARCHIVIO_URL: z.string().optional(),
    /** Secret that signs short-lived file names and seals personal data. If unset, it is kept in DATI_DIR; production requires it. */
    SEGRETO: z.string().min(32).optional(),
    /** Previous SEGRETO, set while the secret changes. Names and links signed with it stay valid. */
    SEGRETO_PRIMA: z.preprocess((v) => (v === '' ? undefined : v), z.string().min(32).optional()),
    /** Mail server (`smtp://user:password@host:587`). If unset, mails are written as files in DATI_DIR/posta. */
    SMTP_URL: z.preprocess(
      (v) => (v === '' ? undefined : v),
      z
        .string()
        .regex(/^smtps?:\/\//, { error: 'an address smtp://… is needed' })
        .optional(),
    ),
    /** The firm's name, on badges, prints and mails. */
    DITTA: z.preprocess(
      (v) => (typeof v === 'string' && v.trim() !== '' ? v.trim() : undefined),
      z
        .string()
        .max(80)
        .regex(/^\P{Cc}+$/u, { error: 'no control characters' })
        .default('Strato'),
    ),
    /** Sender of mails; by default the firm's name at localhost. */
    MAIL_MITTENTE: z.preprocess((v) => (v === '' ? undefined : v), z.string().min(3).optional()),
    /** Comma-separated recipients of mails about sites; by default the users of groups 2 and 9 with a mail address. */
    MAIL_CANTIERI: z.string().optional(),
    /** Public address of the portal (`https://strato.example.it`), used for links in mails; by default localhost. */
    PORTALE_URL: z.preprocess(
      (v) => (v === '' ? undefined : v),
      z.url({ protocol: /^https?$/, error: 'an address https://… is needed' }).optional(),
    ),
    /** People who must have a second factor: nobody, administrators, or everybody. */
    SECONDO_FATTORE: z.preprocess(
      (v) => (v === '' ? undefined : v),
      z.enum(SECOND_FACTOR_DUTIES, { error: `one of these words is needed: ${SECOND_FACTOR_DUTIES.join(', ')}` }).default('facoltativo'),
    ),
    /** Allows a start in production without https. */
    SENZA_TLS: switchedOn,
    /** Allows unencrypted backups in production. */
    SENZA_CIFRA: switchedOn,
    /** Comma-separated recipients of each checkpoint of the log, such as a certified mail box. */
    SIGILLI_A: z
      .string()
      .default('')
      .transform((text) => addressesIn(text))
      .refine((list) => list.every((one) => ADDRESS.test(one)), { error: 'mail addresses are needed, separated by commas' }),
    /** Address of an RFC 3161 time stamping authority, which stamps each checkpoint. */
    TSA_URL: z.preprocess(
      (v) => (v === '' ? undefined : v),
      z.url({ protocol: /^https?$/, error: 'an address https://… is needed' }).optional(),
    ),
    /** Time of the daily reminders of due dates, in the time zone of Rome; `no` sends none. */
    PROMEMORIA_ORA: z.preprocess(
      (v) => (v === '' ? undefined : v),
      z
        .string()
        .regex(/^(([01]\d|2[0-3]):[0-5]\d|no)$/, { error: 'a time like 06:30 is needed, or the word no' })
        .default('06:30'),
    ),
    /** Existing folder for the nightly backups. If unset, no nightly backup is made. */
    BACKUP_DIR: z.preprocess((v) => (v === '' ? undefined : v), z.string().optional()),
    /** Time of the nightly backup, in the time zone of Rome. */
    BACKUP_ORA: z.preprocess(
      (v) => (v === '' ? undefined : v),
      z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'a time like 02:00 is needed' })
        .default('02:00'),
    ),
    /** Passphrase of backups, given here or in the file named by PASSPHRASE_FILE. Without one, backups are not encrypted. */
    PASSPHRASE: z.preprocess((v) => (v === '' ? undefined : v), z.string().optional()),
    PASSPHRASE_FILE: z.preprocess((v) => (v === '' ? undefined : v), z.string().optional()),
    MAX_UPLOAD_MB: z.coerce.number().positive().default(25),
    /** Prefixes of the accounts that are costs, for the worker accounting: `60,62`. */
    CONTI_ECONOMICI: z
      .string()
      .default('')
      .transform((v) =>
        v
          .split(',')
          .map((prefix) => prefix.trim())
          .filter((prefix) => prefix !== ''),
      ),
    /** Trusted proxies, whose `X-Forwarded-For` tells the client's address; loopback by default. */
    PROXY_FIDATI: networks('loopback'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  })
  .transform((config) => ({
    ...config,
    DEMO: config.DEMO ?? isLoopback(config.HOST),
    MAIL_MITTENTE: config.MAIL_MITTENTE ?? `${nameInAddress(config.DITTA)} <strato@localhost>`,
    PORTALE_URL: config.PORTALE_URL ?? `http://localhost:${config.PORT}`,
  }));

export type Config = z.infer<typeof schema>;

/** Configuration after startup has filled in the database, secret and archive folder. */
export type CompleteConfig = Config & { DATABASE_URL: string; SEGRETO: string; ARCHIVIO_DIR: string };

/** Tells whether the portal's public address is https. */
export const isHttps = ({ PORTALE_URL }: Pick<Config, 'PORTALE_URL'>): boolean => PORTALE_URL.startsWith('https:');

/** Tells whether the portal has the demo firm and its accounts; never in production. */
export const isDemo = ({ DEMO, NODE_ENV }: Pick<Config, 'DEMO' | 'NODE_ENV'>): boolean => DEMO && NODE_ENV !== 'production';

/** Parses the configuration from environment variables. Throws one error that lists every invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const result = schema.safeParse(withFiles(env));
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is not valid\n${problems.join('\n')}`);
}
