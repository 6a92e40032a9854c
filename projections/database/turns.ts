import pg from 'pg';
import { asQuery, ask, sendTogether, Statement, type Settle, type Wire } from './statement.ts';

/** As PostgreSQL says it where every statement is answered on its own. */
const afterAFailure = (): Error =>
  Object.assign(new Error('current transaction is aborted, commands ignored until end of transaction block'), { code: '25P02' });

/**
 * Statements of one transaction that are asked in one turn, sent with one Sync: the database answers
 * them together, and this process wakes once to hear it instead of once for each. One that fails
 * leaves those behind it undone, as they would be in their transaction anyhow.
 */
class Turn {
  /** Where pg's own time limit (`query_timeout`) hears that all are answered. */
  callback: Settle = () => {};
  readonly #statements: Statement[] = [];
  #at = 0;

  add(statement: Statement): void {
    this.#statements.push(statement);
  }

  /** pg notes by these which statement has been parsed. */
  get name(): string {
    return this.#current?.name ?? '';
  }

  get text(): string {
    return this.#current?.text ?? '';
  }

  submit(wire: Wire): null {
    return sendTogether(wire, this.#statements);
  }

  handleRowDescription(message: Parameters<Statement['handleRowDescription']>[0]): void {
    this.#current?.handleRowDescription(message);
  }

  handleDataRow(message: Parameters<Statement['handleDataRow']>[0]): void {
    this.#current?.handleDataRow(message);
  }

  handleCommandComplete(message: Parameters<Statement['handleCommandComplete']>[0], wire: Wire): void {
    this.#current?.handleCommandComplete(message, wire);
    this.#current?.handleReadyForQuery();
    this.#at += 1;
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: unknown, wire: Wire): void {
    const [failed, ...behind] = this.#statements.slice(this.#at);
    this.#at = this.#statements.length;
    failed?.handleError(error);
    for (const statement of behind) {
      // the database has not come to read it
      delete wire.submittedNamedStatements[statement.name];
      statement.handleError(error instanceof pg.DatabaseError ? afterAFailure() : error);
    }
    this.callback(error);
  }

  get #current(): Statement | undefined {
    return this.#statements[this.#at];
  }
}
asQuery(Turn);

/** On a pipelined connection whose statements belong to transactions: what is asked in one turn, with its values, goes together. A plain text goes alone, in its place. */
export function inTurns(client: pg.ClientBase): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  let turn: Turn | undefined;
  const leave = (): void => {
    const full = turn;
    turn = undefined;
    if (full) send(full);
  };
  const add = (statement: Statement): void => {
    if (!turn) {
      turn = new Turn();
      process.nextTick(leave);
    }
    turn.add(statement);
  };
  const query = (asked: string | Statement, values?: unknown[]): unknown => {
    if (asked instanceof Statement) return add(asked);
    if (values) return ask(add, { text: asked, values });
    leave();
    return send(asked);
  };
  (client as unknown as { query: typeof query }).query = query;
}
