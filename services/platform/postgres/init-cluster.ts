import { spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { postgresBinaries } from './binaries.ts';
import { CLUSTER_OWNER } from './start-cluster.ts';
import { postgresExecutor } from './system-user.ts';

// independent of LANG: text is UTF-8 and sorts by code point unless a query asks for an Italian collation
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Creates a cluster in `folder`, an absolute path that must be empty or missing. */
export async function initCluster(folder: string, password: string): Promise<void> {
  const { initdb } = await postgresBinaries();
  const executor = await postgresExecutor([dirname(folder), tmpdir(), initdb]);
  const temp = await mkdtemp(join(tmpdir(), 'strato-initdb-'));
  const pwfile = join(temp, 'password');
  try {
    await writeFile(pwfile, `${password}\n`, { mode: 0o600 });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const owner = executor.owner;
    if (owner) for (const path of [temp, pwfile, folder]) await chown(path, owner.uid, owner.gid);
    const flags = [`--pgdata=${folder}`, `--username=${CLUSTER_OWNER}`, `--pwfile=${pwfile}`, '--auth=scram-sha-256', '--no-instructions'];
    await runToEnd(executor.command(initdb, [...flags, ...LOCALE]));
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}

function runToEnd({ program, args, ids }: { program: string; args: string[]; ids: { uid?: number; gid?: number } }): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...ids });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`initdb: ${output.trim()}`))));
  });
}
