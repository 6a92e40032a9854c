import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { runningPostgres } from '#services/platform/postgres/embedded-postgres.ts';
import { CLUSTER_OWNER } from '#services/platform/postgres/start-cluster.ts';
import { commandOf, waitForExit, live, signal } from '#services/platform/postgres/postmaster.ts';
import { enterFirst, freePort, programStore, startProgram, type Program } from '../../test/program.ts';

const GONE_MS = 60_000;

interface Health {
  stato?: string;
  motivo?: string;
  proiezioni?: { ritardo: number }[];
}

/** A portal under test whose log and read tables can be checked, on this machine or elsewhere. */
export interface PortalUnderTest {
  readonly base: string;
  /** Resolves when the read tables have processed the whole log, while nobody writes; throws if a projection is stopped. */
  caughtUp(): Promise<void>;
  /** Returns the address of the database of log and read tables. */
  database(): Promise<string>;
  /** Returns the portal's event store; `pool` must belong to the portal's database. */
  store(pool: Pool): EventStore;
}

/** The portal of one folder with its database, which can be killed and restarted on the same port. */
export class Target implements PortalUnderTest {
  readonly env: Record<string, string>;
  #program: Program | null = null;
  #asked = false;

  private constructor(env: Record<string, string>) {
    this.env = env;
  }

  static async of(folder: string): Promise<Target> {
    // STRATO_GENITORE makes the portal end with this process
    return new Target({ DATI_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'warn', STRATO_GENITORE: String(process.pid) });
  }

  get base(): string {
    return `http://127.0.0.1:${this.env['PORT']}`;
  }

  get folder(): string {
    return this.env['DATI_DIR'] as string;
  }

  async start(): Promise<void> {
    this.#asked = false;
    this.#program = await startProgram(this.env);
  }

  /** Resolves when the portal answers; throws with its output if it ended instead. */
  answers(): Promise<void> {
    return this.#running().ready();
  }

  /** Resolves when the read tables have processed the whole log, while nobody writes; throws if a projection is stopped. */
  async caughtUp(): Promise<void> {
    for (;;) {
      const health = await fetch(`${this.base}/api/salute`).then(
        (answer) => answer.json() as Promise<Health>,
        () => null,
      );
      if (health?.stato === 'degradato') throw new Error(`the portal runs degraded: ${health.motivo}`);
      if (health?.stato === 'ok' && (health.proiezioni ?? []).every(({ ritardo }) => ritardo === 0)) return;
      const ended = this.ended();
      if (ended !== null) throw new Error(ended);
      await delay(25);
    }
  }

  /** Returns the output of a portal that ended unasked; `null` while it runs. */
  ended(): string | null {
    const { process } = this.#running();
    if (this.#asked || (process.exitCode === null && process.signalCode === null)) return null;
    return `the portal ended by itself (${process.exitCode ?? process.signalCode}):\n${this.#running().written().slice(-4000)}`;
  }

  async killPortal(): Promise<void> {
    const { process, exit } = this.#running();
    this.#asked = true;
    process.kill('SIGKILL');
    await exit;
  }

  /** Kills the database of this folder; returns false if it was not running. */
  async killDatabase(): Promise<boolean> {
    const pid = await this.#postmaster();
    if (pid === null) return false;
    signal(pid, 'SIGKILL');
    return waitForExit(pid, GONE_MS);
  }

  /** Kills one database session, as the kernel does when memory runs out. PostgreSQL then ends all sessions and recovers. */
  async killSession(which: (among: readonly number[]) => number): Promise<boolean> {
    const pid = await this.#postmaster();
    if (pid === null) return false;
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').map(Number).filter(Boolean);
    const sessions = children.filter((child) => commandOf(child).startsWith(`postgres: ${CLUSTER_OWNER}`));
    return sessions.length > 0 && signal(which(sessions), 'SIGKILL');
  }

  /** Returns the address of the database of log and read tables. */
  async database(): Promise<string> {
    const url = await runningPostgres(this.folder);
    if (url === null) throw new Error('the portal runs without its database');
    return url;
  }

  store(pool: Pool): EventStore {
    return programStore(this.env, pool);
  }

  /** Signs in as the first administrator, whose password the first start wrote to the folder; returns the token. */
  async enter(): Promise<string> {
    return enterFirst(this.base, this.folder);
  }

  /** Stops the portal with SIGTERM and kills a database left behind; resolves to the portal's exit code or signal. */
  async stop(): Promise<number | NodeJS.Signals | null> {
    if (!this.#program) return null;
    this.#asked = true;
    this.#program.process.kill('SIGTERM');
    const code = await this.#program.exit;
    await this.killDatabase();
    return code;
  }

  async #postmaster(): Promise<number | null> {
    const folder = join(this.folder, 'postgres');
    const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    return pid && live(pid) && commandOf(pid).includes(folder) ? pid : null;
  }

  #running(): Program {
    if (!this.#program) throw new Error('the portal was not started');
    return this.#program;
  }
}
