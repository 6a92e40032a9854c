import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { withFiles } from './secret-files.ts';

const bool = (fallback: boolean) =>
  z.preprocess(
    (v) => (v === undefined || v === '' ? fallback : v === true || ['1', 'true', 'si', 'sì'].includes(String(v).toLowerCase())),
    z.boolean(),
  );

const KNOWN_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
const isNetwork = (text: string): boolean => KNOWN_NETWORKS.includes(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/** Addresses and networks, separated by commas. */
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

/** A name with signs that mean something in an address stands in quotes. */
const nameInAddress = (name: string): string => (/^[\p{L}\p{N} ]+$/u.test(name) ? name : `"${name.replaceAll(/[\\"]/g, String.raw`\$&`)}"`);

const isLoopback = (host: string): boolean => host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback');

/** Value of EVENTSTORE_URL for a log in PostgreSQL. */
export const LOG_IN_POSTGRES = 'postgres';

const schema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
    PORT: z.coerce.number().int().min(1).max(65535).default(3000),
    /** Address the API listens on. */
    HOST: z.string().default('127.0.0.1'),
    /** Everything the embedded portal keeps: database, archive, results. */
    DATI_DIR: z.string().min(1).default('.dati'),
    /** Unset: on a portal that listens on this machine alone. */
    DEMO: z.preprocess((v) => (v === '' ? undefined : v), bool(false).optional()),
    /** User name of the first administrator. */
    PRIMO_UTENTE: z.preprocess(
      (v) => (v === '' ? undefined : v),
      z
        .string()
        .max(50)
        .regex(/^(?!sistema$)\p{L}[\p{L}\p{N}._-]*[\p{L}\p{N}]$/u, { error: 'a user name of letters, digits, dots and hyphens is needed' })
        .default('admin'),
    ),
    /** Set: an own PostgreSQL. Unset: the embedded one in DATI_DIR. */
    DATABASE_URL: z.string().url().optional(),
    /** The same database as the role that owns its tables: migrates them and makes the role of DATABASE_URL, and does nothing else. */
    DATABASE_URL_PROPRIETARIO: z.preprocess((v) => (v === '' ? undefined : v), z.string().url().optional()),
    /** A streaming replica of it, from which lists are read. */
    DATABASE_URL_LETTURE: z.preprocess((v) => (v === '' ? undefined : v), z.string().url().optional()),
    /** EventStoreDB (`esdb://…`), or the word `postgres`: the log in PostgreSQL, as when unset outside production. */
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
    /** Set: BullMQ on Redis. Unset: BullMQ on PostgreSQL. */
    REDIS_URL: z.string().startsWith('redis').optional(),
    /** Folder of documents and photos; a mounted NAS share in production. */
    ARCHIVIO_DIR: z.string().optional(),
    /** Template with {percorso} that the ARCHIVIO button opens. */
    ARCHIVIO_URL: z.string().optional(),
    /** Signs short-lived file names and download links. Made and kept in DATI_DIR when unset and embedded. */
    SEGRETO: z.string().min(32).optional(),
    /** The one before it, while it changes: what was made under it is still read. */
    SEGRETO_PRIMA: z.preprocess((v) => (v === '' ? undefined : v), z.string().min(32).optional()),
    /** Set: mails go through this server (`smtp://user:password@host:587`). Unset: they become files in DATI_DIR/posta. */
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
    /** Sender of site mails (default: the firm at this machine) and their recipients, joined by commas (default: users of groups 2 and 9 with an address). */
    MAIL_MITTENTE: z.preprocess((v) => (v === '' ? undefined : v), z.string().min(3).optional()),
    MAIL_CANTIERI: z.string().optional(),
    /** Address that people open the portal at (`https://strato.example.it`): links in mails begin with it. This machine's, where unset. */
    PORTALE_URL: z.preprocess(
      (v) => (v === '' ? undefined : v),
      z.url({ protocol: /^https?$/, error: 'an address https://… is needed' }).optional(),
    ),
    /** Starts in production although people reach the portal in clear. */
    SENZA_TLS: bool(false),
    /** Makes backups in production without a passphrase. */
    SENZA_CIFRA: bool(false),
    /** When the reminders of what is due go out each morning, by the clock of Rome; `no`: never. */
    PROMEMORIA_ORA: z.preprocess(
      (v) => (v === '' ? undefined : v),
      z
        .string()
        .regex(/^(([01]\d|2[0-3]):[0-5]\d|no)$/, { error: 'a time like 06:30 is needed, or the word no' })
        .default('06:30'),
    ),
    /** Folder that is there and that a backup goes into each night; unset: none is made by itself. */
    BACKUP_DIR: z.preprocess((v) => (v === '' ? undefined : v), z.string().optional()),
    /** When, by the clock of Rome. */
    BACKUP_ORA: z.preprocess(
      (v) => (v === '' ? undefined : v),
      z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'a time like 02:00 is needed' })
        .default('02:00'),
    ),
    /** Passphrase of backups, or a file with it; backups are not encrypted without it. */
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
    /** Proxies whose X-Forwarded-For says where a client is; loopback unless set. */
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

/** Configuration once the start has filled in what was left open. */
export type CompleteConfig = Config & { DATABASE_URL: string; SEGRETO: string; ARCHIVIO_DIR: string };

/** Whether people reach the portal by https. */
export const isHttps = ({ PORTALE_URL }: Pick<Config, 'PORTALE_URL'>): boolean => PORTALE_URL.startsWith('https:');

/** With the demo firm and its accounts: never in production. */
export const isDemo = ({ DEMO, NODE_ENV }: Pick<Config, 'DEMO' | 'NODE_ENV'>): boolean => DEMO && NODE_ENV !== 'production';

/** The configuration, parsed once. Throws one error that names every variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const result = schema.safeParse(withFiles(env));
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is not valid\n${problems.join('\n')}`);
}
