import { spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { binariPostgres } from './binaries.ts';
import { UTENTE_CLUSTER } from './start-cluster.ts';
import { esecutorePostgres } from './system-user.ts';

// whatever LANG says, or says not: text is UTF-8 and sorts by code point unless a query asks for Italian
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Makes the data directory `cartella`, absolute, which must be empty or not exist. */
export async function inizializzaCluster(cartella: string, password: string): Promise<void> {
  const { initdb } = await binariPostgres();
  const esecutore = await esecutorePostgres([dirname(cartella), tmpdir(), initdb]);
  const temp = await mkdtemp(join(tmpdir(), 'strato-initdb-'));
  const pwfile = join(temp, 'password');
  try {
    await writeFile(pwfile, `${password}\n`, { mode: 0o600 });
    await mkdir(cartella, { recursive: true, mode: 0o700 });
    const owner = esecutore.proprietario;
    if (owner) for (const path of [temp, pwfile, cartella]) await chown(path, owner.uid, owner.gid);
    const flags = [`--pgdata=${cartella}`, `--username=${UTENTE_CLUSTER}`, `--pwfile=${pwfile}`, '--auth=scram-sha-256', '--no-instructions'];
    await runToEnd(esecutore.comando(initdb, [...flags, ...LOCALE]));
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}

function runToEnd({ programma, argomenti, ids }: { programma: string; argomenti: string[]; ids: { uid?: number; gid?: number } }): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(programma, argomenti, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...ids });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`initdb: ${output.trim()}`))));
  });
}
