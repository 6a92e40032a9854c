import type { Request, Response } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Clock } from '#contracts/ports/clock.ts';
import type { Dispatch } from '#contracts/ports/dispatch.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { FileStore } from '#contracts/ports/file-store.ts';
import type { JobQueue } from '#contracts/ports/job-queue.ts';
import type { Numbers } from '#contracts/ports/numbers.ts';
import type { RegisterAccess, Action, Identity } from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '#projections/database.ts';
import type { WriteDatabase } from './postgres/write-tables.ts';
import type { Config } from './start/config.ts';
import type { ReadModelWait } from './http/read-model-wait.ts';

/** Everything the modules are given; made once, in main.ts (or in a test). */
export interface Dependencies {
  config: Config;
  log: Logger;
  clock: Clock;
  store: EventStore;
  numbers: Numbers;
  /** Read tables, swapped by a rebuild. */
  readDb: Kysely<ReadDatabase>;
  /** Tables of the write side: credentials, sessions, jobs, short-lived names. */
  writeDb: Kysely<WriteDatabase>;
  files: FileStore;
  jobs: JobQueue;
  readModelWait: ReadModelWait;
  dispatch: Dispatch;
}

/** What a handler knows about the request. */
export interface Context {
  /** The signed-in person; only public routes can be without. */
  identity: Identity | null;
  correlationId: string;
  /** Derived from `Idempotency-Key` where there is one, so that a repeated request is the same command. */
  commandId: string;
  /** The version in `If-Match`, checked; `null` without the header. */
  readVersion: number | null;
}

/** A route. The app checks session and permission level from these data before `handle` runs. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/api/accise` */
  path: string;
  /** One line for the OpenAPI page. */
  description: string;
  /** `public`: no session. `session`: any session. Otherwise this action on this register. */
  permission: 'public' | 'session' | { access: RegisterAccess; action: Action };
  /** Multipart or other raw bodies: the JSON parser leaves them alone. */
  rawBody?: true;
  /** What the OpenAPI page says of body and query; the handler checks them itself. */
  schema?: { body?: z.ZodType; query?: z.ZodType };
  handle(req: Request, res: Response, context: Context): Promise<void>;
}

/** A room of the portal: what `registerModule(def)` and every hand-written module return. */
export interface Module {
  name: string;
  routes: Route[];
}
