import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PROGRAM = globSync('{contracts,projections,services,workers,web}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: (name) => /node_modules|dist|\.spec\.tsx?$|testing\.tsx?$/.test(name),
}).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** Returns the files of the program whose text matches, in order. */
const filesWith = (pattern: RegExp): string[] => PROGRAM.flatMap(({ path, text }) => (pattern.test(text) ? [path] : [])).toSorted();

describe('what the program asks of the world outside', () => {
  it('reads its own sources', () => {
    expect(PROGRAM.length).toBeGreaterThan(1000);
  });

  it('starts programs by lists of arguments, never through a shell', () => {
    expect(filesWith(/from 'node:child_process'/)).toEqual([
      'services/backup/in-program.ts',
      'services/platform/checkpoints/time-stamp.ts',
      'services/platform/postgres/init-cluster.ts',
      'services/platform/postgres/start-cluster.ts',
      'services/platform/postgres/system-user.ts',
      'workers/isolated/in-process.ts',
    ]);
    expect(filesWith(/\bimport \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'|\bshell: true\b/)).toEqual([]);
  });

  it('connects to configured addresses alone', () => {
    // to the authority of time stamps, TSA_URL
    expect(PROGRAM.filter(({ path, text }) => !path.startsWith('web/') && /\bfetch\(/.test(text)).map(({ path }) => path)).toEqual([
      'services/platform/checkpoints/time-stamp.ts',
    ]);
    // to SMTP_URL, REDIS_URL and EVENTSTORE_URL; `compose-mail.ts` writes a mail into a text
    expect(filesWith(/\bcreateTransport\(|\bnew Redis\(|\bnew EventStoreDBClient\b|EventStoreDBClient\.connectionString/)).toEqual([
      'services/platform/event-store/eventstoredb-client.ts',
      'services/platform/mail/compose-mail.ts',
      'services/platform/mail/smtp-mailer.ts',
      'workers/engine/bullmq.ts',
    ]);
    expect(filesWith(/\bimport \{[^}]*\b(request|get|connect|createConnection)\b[^}]*\} from 'node:(https?|http2|net|tls|dgram)'/)).toEqual(
      [],
    );
    expect(filesWith(/from '(undici|axios|got|node-fetch|ky)'/)).toEqual([]);
  });

  it('leaves ciphers, digests and randomness to libraries that are widely used', () => {
    const packages = PROGRAM.flatMap(({ text }) => [...text.matchAll(/from '([^'#.][^']*)'/g)].map(([, name = '']) => name));
    const ciphers = [
      ...new Set(packages.filter((name) => /crypt|cipher|noble|md5|sha\d|hash|hmac|random|uuid|nanoid|jose|jwt/i.test(name))),
    ];
    expect(ciphers.toSorted()).toEqual(['@noble/ciphers/aes.js', 'js-md5', 'node:crypto', 'uuid']);
    // the pause before an attempt is repeated
    expect(filesWith(/\bMath\.random\(/)).toEqual(['services/registers/command-handling.ts']);
  });

  it('makes a regular expression of a person’s text only by the pattern that escapes it', () => {
    const made = PROGRAM.flatMap(({ path, text }) =>
      [...text.matchAll(/new RegExp\(([^`'"\n][^,\n]*)/g)].map(([, source = '']) => `${path}: ${source}`),
    );
    expect(made.toSorted()).toEqual([
      'services/modules/personale/forget/clean.ts: wordsPattern(text)',
      'services/platform/forget/traces.ts: pattern',
      'web/offline/outbox/item.ts: LOCAL_KEY',
    ]);
    expect(readFileSync(join(ROOT, 'services/platform/forget/traces.ts'), 'utf8')).toContain('.map(wordsPattern)');
  });
});
