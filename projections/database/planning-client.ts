import pg from 'pg';
import { inOneWrite } from './one-write.ts';
import { hasOtherColumns } from './prepared.ts';

/** Statements that a connection keeps planned: as many as lists and writes have of their own, not every search that was ever made. */
const PLANNED = 400;

/** What a text taken from a cursor answers is the cursor's: other columns each time under the same words. */
const OF_ITS_OWN = /^\s*(select|with|insert|update|delete|begin|commit|set|savepoint|release|rollback)\b/i;

/** The name of a statement. `asking`: the first that carries it is not answered yet, and nobody else goes by it; `never`: asked by its text, always. */
interface Plan {
  readonly name: string;
  state: 'new' | 'asking' | 'known' | 'never';
}

/**
 * A connection that gives a statement which comes again its name, so that PostgreSQL parses and plans
 * it once: what is asked as `query(text, values)`. One whose table has other columns by now (another
 * release rebuilt it) is asked as it is. All else is pg's own.
 */
export class PlanningClient extends pg.Client {
  readonly #plans = new Map<string, Plan>();

  override query: typeof pg.Client.prototype.query = ((...asked: unknown[]) => {
    const [text, values] = asked;
    inOneWrite(this);
    if (typeof text === 'string' && Array.isArray(values) && asked.length === 2) return this.#planned(text, values);
    return (super.query as (...args: unknown[]) => unknown).apply(this, asked);
  }) as never;

  #planned(text: string, values: unknown[]): Promise<pg.QueryResult> {
    // the best way to search depends on what is searched for
    if (text.includes(' ilike ')) return super.query(text, values);
    const plan = this.#plans.get(text);
    if (plan?.state === 'new' || plan?.state === 'known') return this.#named(text, values, plan);
    if (!plan && this.#plans.size < PLANNED) {
      this.#plans.set(text, { name: `p${this.#plans.size + 1}`, state: OF_ITS_OWN.test(text) ? 'new' : 'never' });
    }
    return super.query(text, values);
  }

  async #named(text: string, values: unknown[], plan: Plan): Promise<pg.QueryResult> {
    const { name, state } = plan;
    if (state === 'new') plan.state = 'asking';
    try {
      const result = await super.query({ name, text, values });
      if (plan.state === 'asking') plan.state = 'known';
      return result;
    } catch (error) {
      const otherColumns = hasOtherColumns(error);
      // what was not even sent may have taken its name with it
      plan.state = otherColumns || !(error instanceof pg.DatabaseError) ? 'never' : state;
      if (!otherColumns) throw error;
      // in a transaction nothing more can be asked: the first reason is the one to tell
      return super.query(text, values).catch(() => {
        throw error;
      });
    }
  }
}
