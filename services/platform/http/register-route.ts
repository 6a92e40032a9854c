import type { Request, Response } from 'express';
import type { Context, Route } from '../module.ts';

/** Work that runs while session and idempotency key are still being checked. */
export interface EarlyWork<Pending> {
  /** Result of `startReading`; `undefined` if it was not called. */
  earlyRead: Pending | undefined;
  /** Rejects if the `Idempotency-Key` belongs to another request. Nothing may be recorded before this resolves. */
  keyClaimed: Promise<void>;
}

interface EngineHandlers<Pending> {
  /**
   * Starts reading before the session is known, but only on a connection that a signed-in person has used. Refuses nothing, and its result
   * is only passed to `answer`.
   */
  startReading?(req: Request): Pending | undefined;
  answer(req: Request, res: Response, context: Context, early: EarlyWork<Pending>): Promise<void>;
}

/**
 * A route of the registers' engine, which reads while session and rights are still being checked. The dispatch holds its commands until the
 * key is claimed (`Sender.keyClaimed`). A module whose own route stands before this one calls `handle`, after all checks.
 */
export class RegisterRoute<Pending = never> implements Route {
  readonly method: Route['method'];
  readonly path: string;
  readonly description: string;
  readonly permission: Route['permission'];
  readonly confirmed: Route['confirmed'];
  readonly #handlers: EngineHandlers<Pending>;

  constructor({ method, path, description, permission, confirmed }: Omit<Route, 'handle'>, handlers: EngineHandlers<Pending>) {
    this.method = method;
    this.path = path;
    this.description = description;
    this.permission = permission;
    this.confirmed = confirmed;
    this.#handlers = handlers;
  }

  startReading(req: Request): Pending | undefined {
    return this.#handlers.startReading?.(req);
  }

  answer(req: Request, res: Response, context: Context, early: EarlyWork<Pending>): Promise<void> {
    return this.#handlers.answer(req, res, context, early);
  }

  handle(req: Request, res: Response, context: Context): Promise<void> {
    return this.answer(req, res, context, { earlyRead: undefined, keyClaimed: Promise.resolve() });
  }
}
