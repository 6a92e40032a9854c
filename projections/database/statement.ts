import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** What pg's connection offers to what it sends. */
export interface Wire {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(bound: { statement: string; values: readonly unknown[] }): void;
  describe(portal: { type: 'P'; name: '' }): void;
  execute(portal: object): void;
  sync(): void;
}

export interface Field {
  name: string;
  dataTypeID: number;
}

/** How the rows of a statement are read: known once for each name on a connection, where it never changes. */
type Shape = readonly { name: string; parse: (text: string) => unknown }[];

const shapes = new WeakMap<Wire, Map<string, Shape>>();
const NOTHING: Shape = [];

function shapesOn(wire: Wire): Map<string, Shape> {
  const known = shapes.get(wire) ?? new Map<string, Shape>();
  shapes.set(wire, known);
  return known;
}

export type Settle = (error: unknown, result?: pg.QueryResult) => void;

/**
 * A statement with its values, as pg's own query but for half of its work: one that has a name is
 * described once on a connection, not at every execution.
 */
export class Statement {
  readonly name: string;
  readonly text: string;
  /** Where pg's own time limit (`query_timeout`) hears that it is answered. */
  callback: Settle;
  readonly #values: readonly unknown[];
  readonly #rows: Record<string, unknown>[] = [];
  #shape: Shape | undefined;
  #complete = '';
  #unreadable: unknown = null;

  constructor({ name = '', text, values = [] }: pg.QueryConfig, settle: Settle) {
    this.name = name;
    this.text = text;
    // a value that cannot be sent throws before anything is
    this.#values = values.map((value) => prepareValue(value));
    this.callback = settle;
  }

  submit(wire: Wire): null {
    return sendTogether(wire, [this]);
  }

  /** Without the Sync that ends it. */
  write(wire: Wire): void {
    const { name, text } = this;
    if (name === '' || (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) === undefined) {
      wire.parse({ name, text });
      if (name !== '') wire.submittedNamedStatements[name] = text;
    }
    wire.bind({ statement: name, values: this.#values });
    this.#shape = name === '' ? undefined : shapesOn(wire).get(name);
    if (!this.#shape) wire.describe({ type: 'P', name: '' });
    wire.execute({});
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#shape = fields.map((field) => ({
      name: field.name,
      parse: pg.types.getTypeParser(field.dataTypeID, 'text') as (text: string) => unknown,
    }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    const shape = this.#shape ?? NOTHING;
    try {
      for (let at = 0; at < shape.length; at += 1) {
        const text = fields[at] ?? null;
        row[shape[at]!.name] = text === null ? null : shape[at]!.parse(text);
      }
    } catch (error) {
      this.#unreadable ??= error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }, wire: Wire): void {
    this.#complete = text;
    if (this.name !== '') shapesOn(wire).set(this.name, this.#shape ?? NOTHING);
  }

  handleReadyForQuery(): void {
    if (this.#unreadable !== null) return this.callback(this.#unreadable);
    const [command, ...numbers] = this.#complete.split(' ');
    const count = Number(numbers.at(-1));
    this.callback(null, { command: command ?? '', rowCount: Number.isNaN(count) ? null : count, oid: 0, fields: [], rows: this.#rows });
  }

  handleError(error: unknown): void {
    this.callback(error);
  }
}

/** In one piece, with the one Sync that ends them. */
export function sendTogether(wire: Wire, statements: readonly Statement[]): null {
  wire.stream.cork();
  try {
    for (const statement of statements) statement.write(wire);
    wire.sync();
  } finally {
    wire.stream.uncork();
  }
  return null;
}

/** pg takes on a pipelined connection only what is one of its queries. */
export function asQuery(made: { prototype: object }): void {
  Object.setPrototypeOf(made.prototype, pg.Query.prototype as object);
}
asQuery(Statement);

export function ask<Row extends pg.QueryResultRow>(
  send: (statement: Statement) => unknown,
  config: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    send(
      new Statement(config, (error, result) => {
        if (error) reject(error as Error);
        else resolve(result as pg.QueryResult<Row>);
      }),
    );
  });
}
