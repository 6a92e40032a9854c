import ipaddr from 'ipaddr.js';
import { z } from 'zod';

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
        error: 'Servono indirizzi o reti separati da virgole, per esempio 10.0.0.1,172.16.0.0/12',
      }),
  );

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  /** Address the API listens on. */
  HOST: z.string().default('127.0.0.1'),
  /** Everything the embedded portal keeps: database, archive, results. */
  DATI_DIR: z.string().min(1).default('.dati'),
  DEMO: bool(true),
  /** Set: an own PostgreSQL. Unset: the embedded one in DATI_DIR. */
  DATABASE_URL: z.string().url().optional(),
  /** Set: EventStoreDB (`esdb://…`). Unset: the log in PostgreSQL. */
  EVENTSTORE_URL: z.string().startsWith('esdb').optional(),
  EVENTSTORE_PREFISSO: z
    .string()
    .regex(/^[\w-]*$/, 'solo lettere, cifre e trattini')
    .default(''),
  /** Set: BullMQ on Redis. Unset: BullMQ on PostgreSQL. */
  REDIS_URL: z.string().startsWith('redis').optional(),
  /** Folder of documents and photos; a mounted NAS share in production. */
  ARCHIVIO_DIR: z.string().optional(),
  /** Template with {percorso} that the ARCHIVIO button opens. */
  ARCHIVIO_URL: z.string().optional(),
  /** Signs short-lived file names and download links. Made and kept in DATI_DIR when unset and embedded. */
  SEGRETO: z.string().min(32).optional(),
  /** Set: mails go through this server (`smtp://user:password@host:587`). Unset: they become files in DATI_DIR/posta. */
  SMTP_URL: z.preprocess(
    (v) => (v === '' ? undefined : v),
    z
      .string()
      .regex(/^smtps?:\/\//, { error: 'Serve un indirizzo smtp://' })
      .optional(),
  ),
  /** Who site mails are from, and who to (joined by commas); without them, the users of groups 2 and 9 with an address. */
  MAIL_MITTENTE: z.string().min(3).default('Strato <strato@localhost>'),
  MAIL_CANTIERI: z.string().optional(),
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
});

export type Config = z.infer<typeof schema>;

/** The configuration, parsed once. Throws one error that names every variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const result = schema.safeParse(env);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Configurazione non valida\n${problems.join('\n')}`);
}
