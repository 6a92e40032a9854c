import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Returns the path of redis-server; `null` if it is not installed. */
export function installedRedis(): string | null {
  return (
    (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, 'redis-server'))
      .find((file) => existsSync(file)) ?? null
  );
}

/** Starts a Redis server without persistence on a free local port. */
export async function startRedis(executable: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'strato-redis-'));
  const port = await freePort();
  const child = spawn(executable, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder], {
    stdio: 'ignore',
  });
  const finished = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    await pause(20);
  }
  return { url: `redis://127.0.0.1:${port}`, stop: () => stop(child, finished, folder) };
}

async function stop(child: ChildProcess, finished: Promise<void>, folder: string): Promise<void> {
  child.kill('SIGTERM');
  await finished;
  await rm(folder, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}
