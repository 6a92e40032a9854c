import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface StampingAuthority {
  url: string;
  /** Makes the authority answer 503, or stamp again. */
  refuse(refused: boolean): void;
  /** Tells whether a response stamps a text. */
  verify(stamp: Buffer, text: string): Promise<boolean>;
  close(): Promise<void>;
}

const CONFIG = `[tsa]
default_tsa = here
[here]
dir = .
serial = ./serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
`;

/** Starts an RFC 3161 authority of OpenSSL on this machine. */
export async function stampingAuthority(): Promise<StampingAuthority> {
  const cwd = await mkdtemp(join(tmpdir(), 'strato-tsa-'));
  await writeFile(join(cwd, 'tsa.cnf'), CONFIG);
  await writeFile(join(cwd, 'serial'), '01\n');
  const subject = ['-subj', '/CN=prova', '-days', '2', '-addext', 'extendedKeyUsage=critical,timeStamping'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', ...subject], { cwd });
  let refused = false;
  const server = createServer((req, res) => {
    void (async () => {
      if (refused) return void res.writeHead(503).end();
      const query = join(cwd, `${randomUUID()}.tsq`);
      await writeFile(query, await buffer(req));
      const signing = ['-config', 'tsa.cnf', '-signer', 'cert.pem', '-inkey', 'key.pem', '-out', `${query}.tsr`];
      await run('openssl', ['ts', '-reply', '-queryfile', query, ...signing], { cwd });
      res.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(await readFile(`${query}.tsr`));
    })().catch((error: unknown) => res.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    refuse: (now) => (refused = now),
    async verify(stamp, text) {
      const name = join(cwd, randomUUID());
      await writeFile(`${name}.tsr`, stamp);
      await writeFile(`${name}.txt`, text);
      return run('openssl', ['ts', '-verify', '-data', `${name}.txt`, '-in', `${name}.tsr`, '-CAfile', 'cert.pem'], { cwd }).then(
        () => true,
        () => false,
      );
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(cwd, { recursive: true, force: true });
    },
  };
}
