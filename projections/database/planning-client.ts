import pg from 'pg';

/** Maximum number of prepared statements per connection: enough for the fixed statements of lists and writes, but not for every search. */
const PLANNED = 400;

/** Suffix of relations whose best plan depends on an instant: a statement that reads one is planned each time. */
export const REPLANNED_SUFFIX = '_trascorse';

/** Statements that may be prepared. FETCH from a cursor is excluded: the same text returns other columns for each cursor. */
const OF_ITS_OWN = /^\s*(select|with|insert|update|delete|begin|commit|set|savepoint|release|rollback)\b/i;

/**
 * State of a prepared statement. `asking`: its first use is not answered yet, so others send the plain text; `never`: always sent as plain
 * text.
 */
interface Plan {
  readonly name: string;
  state: 'new' | 'asking' | 'known' | 'never';
}

/** Detects PostgreSQL's error for a prepared statement whose table was replaced by one with other columns. */
export const hasOtherColumns = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '0A000';

/**
 * A connection that prepares statements from their second use, so that PostgreSQL parses and plans them once. Applies to calls `query(text,
 * values)`. If a rebuild changed the table's columns, the statement is sent as plain text. All other calls are pg's own.
 */
export class PlanningClient extends pg.Client {
  readonly #plans = new Map<string, Plan>();

  override query: typeof pg.Client.prototype.query = ((...asked: unknown[]) => {
    const [text, values] = asked;
    if (typeof text === 'string' && Array.isArray(values) && asked.length === 2) return this.#planned(text, values);
    return (super.query as (...args: unknown[]) => unknown).apply(this, asked);
  }) as never;

  #planned(text: string, values: unknown[]): Promise<pg.QueryResult> {
    // the best plan of a search depends on the searched text, so it is not prepared
    if (text.includes(' ilike ') || text.includes(REPLANNED_SUFFIX)) return super.query(text, values);
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
      // if the statement failed without a server error, its name may not exist on the server
      plan.state = otherColumns || !(error instanceof pg.DatabaseError) ? 'never' : state;
      if (!otherColumns) throw error;
      // inside a failed transaction the retry fails too; then the first error is the one to report
      return super.query(text, values).catch(() => {
        throw error;
      });
    }
  }
}
