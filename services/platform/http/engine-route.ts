import type { Request, Response } from 'express';
import type { Context, Route } from '../module.ts';

/** Work that runs while session and idempotency key are still being checked. */
export interface Early<Begun> {
  /** Result of `begin`; `undefined` if it was not called. */
  begun: Begun | undefined;
  /** Rejects if the `Idempotency-Key` belongs to another request. Nothing may be recorded before this resolves. */
  claimed: Promise<void>;
}

interface Work<Begun> {
  /**
   * Starts reading before the session is known, but only on a connection that a signed-in person has used. Refuses nothing, and its result
   * is only passed to `answer`.
   */
  begin?(req: Request): Begun | undefined;
  answer(req: Request, res: Response, context: Context, early: Early<Begun>): Promise<void>;
}

/**
 * A route of the registers' engine, which reads while session and rights are still being checked. The dispatch holds its commands until the
 * key is claimed (`Sender.cleared`). A module whose own route stands before this one calls `handle`, after all checks.
 */
export class EngineRoute<Begun = never> implements Route {
  readonly method: Route['method'];
  readonly path: string;
  readonly description: string;
  readonly permission: Route['permission'];
  readonly confirmed: Route['confirmed'];
  readonly #work: Work<Begun>;

  constructor({ method, path, description, permission, confirmed }: Omit<Route, 'handle'>, work: Work<Begun>) {
    this.method = method;
    this.path = path;
    this.description = description;
    this.permission = permission;
    this.confirmed = confirmed;
    this.#work = work;
  }

  begin(req: Request): Begun | undefined {
    return this.#work.begin?.(req);
  }

  answer(req: Request, res: Response, context: Context, early: Early<Begun>): Promise<void> {
    return this.#work.answer(req, res, context, early);
  }

  handle(req: Request, res: Response, context: Context): Promise<void> {
    return this.answer(req, res, context, { begun: undefined, claimed: Promise.resolve() });
  }
}
