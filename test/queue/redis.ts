import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { existsSync } from 'node:fs';
import { setTimeout as pausa } from 'node:timers/promises';

/** Path of redis-server; `null` where it is not installed. */
export function redisInstallato(): string | null {
  return (process.env['PATH'] ?? '').split(delimiter).map((cartella) => join(cartella, 'redis-server')).find((file) => existsSync(file)) ?? null;
}

/** A Redis of one's own on a free port of this machine, kept in memory. */
export async function avviaRedis(eseguibile: string): Promise<{ url: string; ferma(): Promise<void> }> {
  const cartella = await mkdtemp(join(tmpdir(), 'strato-redis-'));
  const porta = await portaLibera();
  const figlio = spawn(eseguibile, ['--port', String(porta), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', cartella], { stdio: 'ignore' });
  const finito = new Promise<void>((resolve) => figlio.once('exit', () => resolve()));
  while (!(await risponde(porta))) {
    if (figlio.exitCode !== null) throw new Error(`redis-server ended with ${figlio.exitCode}`);
    await pausa(20);
  }
  return { url: `redis://127.0.0.1:${porta}`, ferma: () => ferma(figlio, finito, cartella) };
}

async function ferma(figlio: ChildProcess, finito: Promise<void>, cartella: string): Promise<void> {
  figlio.kill('SIGTERM');
  await finito;
  await rm(cartella, { recursive: true, force: true });
}

async function portaLibera(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function risponde(porta: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(porta, '127.0.0.1');
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (dati) => {
      socket.destroy();
      resolve(dati.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}
