import type { Request, Response } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Clock } from '#contracts/ports/clock.ts';
import type { Dispatch } from '#contracts/ports/dispatch.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { FileStore } from '#contracts/ports/file-store.ts';
import type { JobQueue } from '#contracts/ports/job-queue.ts';
import type { Numeri } from '#contracts/ports/numbers.ts';
import type { Accesso, Azione, Identita } from '#contracts/core/permissions.ts';
import type { LettureDatabase } from '#projections/database.ts';
import type { ScrittureDatabase } from './postgres/write-tables.ts';
import type { Config } from './start/config.ts';
import type { Attesa } from './http/read-model-wait.ts';

/** Everything the modules are given; made once, in main.ts (or in a test). */
export interface Dipendenze {
  config: Config;
  log: Logger;
  clock: Clock;
  store: EventStore;
  numeri: Numeri;
  /** Read tables, swapped by a rebuild. */
  letture: Kysely<LettureDatabase>;
  /** Tables of the write side: credentials, sessions, jobs, short-lived names. */
  scritture: Kysely<ScrittureDatabase>;
  files: FileStore;
  jobs: JobQueue;
  attesa: Attesa;
  dispatch: Dispatch;
}

/** What a handler knows about the request. */
export interface Contesto {
  /** The signed-in person; only public routes can be without. */
  identita: Identita | null;
  correlationId: string;
  /** Derived from `Idempotency-Key` where there is one, so that a repeated request is the same command. */
  commandId: string;
  /** The version in `If-Match`, checked; `null` without the header. */
  versioneLetta: number | null;
}

/** A route. The app checks session and permission level from these data before `gestisci` runs. */
export interface Rotta {
  metodo: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/api/accise` */
  path: string;
  /** One line for the OpenAPI page. */
  descrizione: string;
  /** `pubblica`: no session. `sessione`: any session. Otherwise this action on this register. */
  permesso: 'pubblica' | 'sessione' | { accesso: Accesso; azione: Azione };
  /** Multipart or other raw bodies: the JSON parser leaves them alone. */
  corpoLibero?: true;
  /** What the OpenAPI page says of body and query; the handler checks them itself. */
  schema?: { corpo?: z.ZodType; query?: z.ZodType };
  gestisci(req: Request, res: Response, contesto: Contesto): Promise<void>;
}

/** A room of the portal: what `registerModule(def)` and every hand-written module return. */
export interface Module {
  nome: string;
  rotte: Rotta[];
}
