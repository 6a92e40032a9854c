import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Largest accepted response of an authority in bytes, certificates included. */
const MAX_BYTES = 200_000;
const PATIENCE_MS = 20_000;

const openssl = (...args: readonly string[]) => execute('openssl', ['ts', ...args], { timeout: PATIENCE_MS });

/**
 * Requests a time stamp for a text from an RFC 3161 authority. Returns the DER response. Throws if the authority refuses or stamps another
 * text.
 */
export async function timeStamp(url: string, text: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'strato-marca-'));
  const [data, query, reply] = ['testo', 'richiesta.tsq', 'risposta.tsr'].map((name) => join(folder, name)) as [string, string, string];
  try {
    await writeFile(data, text);
    await openssl('-query', '-data', data, '-sha256', '-cert', '-out', query);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: await readFile(query),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) throw new Error(`the time stamping authority answered ${answer.status}`);
    const stamp = await bodyOf(answer);
    await writeFile(reply, stamp);
    const { stdout } = await openssl('-reply', '-in', reply, '-text');
    if (!/Status: Granted/i.test(stdout)) throw new Error('the time stamping authority did not grant the stamp');
    if (!sameImprint(stdout, (await openssl('-query', '-in', query, '-text')).stdout))
      throw new Error('the time stamping authority stamped another text');
    return stamp;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the body of a response in chunks. Throws if it exceeds `MAX_BYTES`, before the rest is held in memory. */
async function bodyOf(answer: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error('the time stamping authority answered too much');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Checks whether the digests in the texts that OpenSSL prints for a response and its request are the same. */
function sameImprint(reply: string, query: string): boolean {
  const imprint = (text: string): string =>
    [...text.matchAll(/^ {4}[0-9a-f]{4} - ([0-9a-f -]{47})/gm)].map(([, bytes = '']) => bytes.replaceAll(/[ -]/g, '')).join('');
  const asked = imprint(query);
  return asked.length === 64 && imprint(reply).startsWith(asked);
}
