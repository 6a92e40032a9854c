import { setTimeout as delay } from 'node:timers/promises';
import type { Gate } from './gate.ts';
import type { Random } from './random.ts';
import type { Target } from './target.ts';

/** Maximum random delay in milliseconds between a request and a kill, so that a kill can hit any step of the request. */
const AFTER_MS = 30;

/** Kills the portal or its database at random moments. */
export class Killer {
  /**
   * Numbers of kills: of the portal (`withDatabase` and `starting` are part of `portal`), of the database alone, and of one database
   * session.
   */
  readonly kills = { portal: 0, withDatabase: 0, starting: 0, database: 0, session: 0 };
  readonly #target: Target;
  readonly #gate: Gate;
  readonly #dice: Random;
  /** Maximum number of requests between two kills. */
  readonly #burst: number;
  #startMs = 0;

  constructor(target: Target, gate: Gate, dice: Random, burst: number) {
    this.#target = target;
    this.#gate = gate;
    this.#dice = dice;
    this.#burst = burst;
  }

  async start(): Promise<void> {
    const from = performance.now();
    await this.#target.start();
    await this.#target.answers();
    this.#startMs = performance.now() - from;
  }

  async portal({ withDatabase }: { withDatabase: boolean }): Promise<void> {
    await this.#moment();
    // a closed gate lets the writes be checked before writers repeat them; an open gate lets requests arrive during the start
    if (this.#dice.chance(0.5)) this.#gate.close();
    const databaseFirst = withDatabase && this.#dice.chance(0.5);
    const before = databaseFirst && (await this.#target.killDatabase());
    await this.#target.killPortal();
    const after = withDatabase && !before && (await this.#target.killDatabase());
    this.kills.portal += 1;
    if (before || after) this.kills.withDatabase += 1;
  }

  /** Starts the portal and kills it before the start is complete. */
  async whileStarting(): Promise<void> {
    await this.#target.start();
    await delay(this.#dice.below(this.#startMs));
    this.#stillThere();
    await this.#target.killPortal();
    this.kills.portal += 1;
    this.kills.starting += 1;
    if (this.#dice.chance(0.25) && (await this.#target.killDatabase())) this.kills.withDatabase += 1;
  }

  /** Kills the database or one of its sessions, while the portal keeps running. */
  async databaseAlone(): Promise<void> {
    await this.#moment();
    const whole = this.#dice.chance(0.4);
    const killed = whole ? await this.#target.killDatabase() : await this.#target.killSession((among) => this.#dice.pick(among));
    if (killed) this.kills[whole ? 'database' : 'session'] += 1;
    if (this.#dice.chance(0.5)) await this.#gate.passed(this.#dice.below(this.#burst));
  }

  async #moment(): Promise<void> {
    await this.#gate.passed(1 + this.#dice.below(this.#burst));
    await delay(this.#dice.below(AFTER_MS));
    this.#stillThere();
  }

  #stillThere(): void {
    const ended = this.#target.ended();
    if (ended !== null) throw new Error(ended);
  }
}
