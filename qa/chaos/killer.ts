import { setTimeout as delay } from 'node:timers/promises';
import type { Gate } from './gate.ts';
import type { Random } from './random.ts';
import type { Target } from './target.ts';

/** Milliseconds after a request, so that any step of it can be hit. */
const AFTER_MS = 30;

/** Chooses the moments, and kills. */
export class Killer {
  /** Of the portal (some took the database along, some came while it was starting); of the database alone, or one of its sessions. */
  readonly kills = { portal: 0, withDatabase: 0, starting: 0, database: 0, session: 0 };
  readonly #target: Target;
  readonly #gate: Gate;
  readonly #dice: Random;
  /** Requests between two kills, at most. */
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
    // held back, the writers find their writes counted before they repeat them; otherwise they knock while it starts
    if (this.#dice.chance(0.5)) this.#gate.close();
    const databaseFirst = withDatabase && this.#dice.chance(0.5);
    const before = databaseFirst && (await this.#target.killDatabase());
    await this.#target.killPortal();
    const after = withDatabase && !before && (await this.#target.killDatabase());
    this.kills.portal += 1;
    if (before || after) this.kills.withDatabase += 1;
  }

  /** Starts it, and does not let it finish. */
  async whileStarting(): Promise<void> {
    await this.#target.start();
    await delay(this.#dice.below(this.#startMs));
    this.#stillThere();
    await this.#target.killPortal();
    this.kills.portal += 1;
    this.kills.starting += 1;
    if (this.#dice.chance(0.25) && (await this.#target.killDatabase())) this.kills.withDatabase += 1;
  }

  /** The portal lives on; after the end of one session alone, what was under way soon finds the database again. */
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
