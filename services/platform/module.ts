import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Clock } from '#contracts/ports/clock.ts';
import type { SessionDuty } from '#contracts/core/session-duty.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { AnyRegister, Derivation } from '#contracts/core/define-register.ts';
import type { RecordState } from '#contracts/core/record-state.ts';
import type { Command, Dispatch, Outcome, RecordCommand, Sender } from '#contracts/ports/dispatch.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { FileReading } from '#contracts/ports/file-reading.ts';
import type { Mailer } from '#contracts/ports/mailer.ts';
import type { Backups } from '#contracts/ports/backups.ts';
import type { FileStore } from '#contracts/ports/file-store.ts';
import type { Job, JobQueue } from '#contracts/ports/job-queue.ts';
import type { WriteZip } from '#contracts/ports/zip-writer.ts';
import type { Numbers } from '#contracts/ports/numbers.ts';
import type { RegisterAccess, Action, Identity } from '#contracts/core/permissions.ts';
import type { ReadSession } from '#projections/accesso/accesso.queries.ts';
import type { ReadCatalogue } from '#projections/catalogue.ts';
import type { Database, ReadDatabase } from '#projections/database.ts';
import type { WriteDatabase } from './postgres/write-tables.ts';
import type { NamedCommand } from './command.ts';
import type { PutAside } from './files/receive-upload.ts';
import type { CompleteConfig } from './start/config.ts';
import type { ReadModelWait } from './http/read-model-wait.ts';
import type { Figures } from './metrics/figures.ts';
import type { OwnLog } from './own-log/own-log.ts';
import type { ReplicaState } from './replica/watch.ts';

/** Everything the modules are given; made once, in main.ts (or in a test). */
export interface Dependencies {
  config: CompleteConfig;
  log: Logger;
  clock: Clock;
  /** Registers, events and read tables of all modules. */
  catalogue: ReadCatalogue;
  store: EventStore;
  /** Whether the log that answers is this portal's own. */
  ownLog: OwnLog;
  numbers: Numbers;
  /** Read tables, swapped by a rebuild. */
  readDb: Database<ReadDatabase>;
  /** Database of lists, searches, charts and histories: the replica where one is configured and close behind, otherwise the main one. */
  lists: Database<ReadDatabase>;
  /** Tables of the write side: credentials, sessions, jobs, short-lived names. */
  writeDb: Database<WriteDatabase>;
  files: FileStore;
  /** Zips of the archive's files, for whoever waits for one. */
  zip: WriteZip;
  jobs: JobQueue;
  /** Sends mails, or writes them as files where no SMTP server is set. */
  mailer: Mailer;
  backups: Backups;
  /** Rebuilds every read table from the log; `progress` is called with 0 to 100. */
  rebuild(progress: (percent: number) => void, signal: AbortSignal): Promise<unknown>;
  /** Reads files that come from outside, beside the portal. */
  reading: FileReading;
  readModelWait: ReadModelWait;
  /** Counters of this process's own work. */
  figures: Figures;
  /** Whether lists are read from a replica; `null` where there is none. */
  replica(): ReplicaState | null;
  dispatch: Dispatch;
  /** Runs one task at a time in the whole portal, in turn with the commands that a rule calls exclusive. */
  alone<T>(task: () => Promise<T>): Promise<T>;
  owners: FileOwners;
}

/** Dependencies that exist before the modules. */
export type Parts = Omit<Dependencies, 'dispatch' | 'alone' | 'owners'>;

/** Request data for a handler. */
export interface Context {
  /** The signed-in person; only public routes can be without. */
  identity: Identity | null;
  /** Session as it was when the request came. */
  session: ReadSession | null;
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
  /** Open to a session that still has one of these duties; a route without them is closed to it. */
  during?: readonly SessionDuty[];
  /** A page asks it by itself: the call is no use of the session. */
  passive?: true;
  /** Multipart or other raw bodies: the JSON parser leaves them alone. */
  rawBody?: true;
  /** Takes long to answer, or does so for some requests: a person has two such calls under way at a time. */
  heavy?: true | ((req: Request) => boolean);
  /** Body and query for the OpenAPI page; the handler checks them itself. */
  schema?: { body?: z.ZodType; query?: z.ZodType };
  handle(req: Request, res: Response, context: Context): Promise<void>;
}

/** A record before and after a command that is decided and not yet recorded. */
export interface Transition {
  key: string;
  before: RecordState | undefined;
  after: RecordState | undefined;
}

/** A create or change whose record has been found. */
export type LocatedCommand = RecordCommand & { key: string | number; parent?: string | number };

/** Invariant over several records: checked before a command is recorded, notified after it. */
export interface Rule {
  registers: readonly AnyRegister[];
  /** Its commands go one at a time in the whole portal: for what no version check of one stream can keep. */
  exclusive?(command: Command): boolean;
  /** Completes what was sent, or throws. */
  complete?(command: RecordCommand, sender: Sender): Promise<RecordCommand> | RecordCommand;
  /** Reads what is needed of other records, for values that are then made of the record's as it is when the command is decided. */
  derive?(command: LocatedCommand, sender: Sender): Promise<Derivation | null>;
  /** `check` writes down what it found, so that the next one finds it too: a rehearsal asks it otherwise. */
  keeps?: true;
  /** Throws to refuse what has been decided. */
  check?(transition: Transition, command: Command, sender: Sender): Promise<void>;
  /** Told afterwards, for a repeated command too. May move the outcome on. */
  recorded?(command: Command, sender: Sender, outcome: Outcome): Promise<Outcome>;
}

/** Records that own a file of the archive; their register decides who may read and change it. */
export interface Ownership {
  def: AnyRegister;
  kind: 'pdf' | 'jpeg';
  /** `utente`: who owns it, for a child the owner of its parent (`parent`, its key). More than one where records share a file; none where it lies beside records still to come. */
  records: readonly { id: string | number; parent?: string | number; utente: string; field: string | null }[];
  /** The record it is for is still to be written; until then it is of the one it lies beside. */
  awaited?: true;
  /** In whose history it is told while it has no records: the record whose folder it is. */
  folder?: { def: AnyRegister; id: string | number };
  /** Opened only by who may change its records, each of which then tells of it. */
  reserved?: true;
}

/** Paths of the archive that belong to a module's records. */
export interface FileOwner {
  /** `null` for a path that is not of its records. */
  ownership(path: string): Promise<Ownership | null>;
  /** Returns the path of an upload with these text fields; `null` if they concern another module's records. Throws for wrong fields. */
  destination?(fields: Readonly<Record<string, string>>): Promise<string | null> | string | null;
  /** The name that is free, where several files stand beside each other; held while `use` runs. `null`: not its business. */
  place?<T>(path: string, received: PutAside, use: (path: string) => Promise<T>): Promise<T> | null;
  exports?: Exports;
}

/** Records whose files are exported together, by `matricola`. */
export interface Exports {
  /** Of the call that names them. */
  property: string;
  def: AnyRegister;
  names(matricola: string): boolean;
  /** The matricole that the names in a call stand for, where those are others; in their order. */
  resolve?(names: readonly string[]): Promise<string[]>;
  /** Whether a file in the folder of the matricola is the record's own. */
  keeps?(matricola: string, name: string): boolean;
  /** Returns the owner of a file by the record's row; `null` if only the archive knows. `today` is `def` with the document kinds added as data. */
  ownership?(row: Readonly<Record<string, unknown>>, path: string, today: AnyRegister): Ownership | null;
  /** Name in the zip; the path unless said. */
  entryName?(path: string): string;
}

/** The archive asks the modules, in their order, who owns a path. */
export interface FileOwners {
  ownership(path: string): Promise<Ownership | null>;
  destination(fields: Readonly<Record<string, string>>): Promise<string | null>;
  place<T>(path: string, received: PutAside, use: (path: string) => Promise<T>): Promise<T>;
  exports(): readonly Exports[];
}

/** Reaction to a recorded event, run at least once; everything it does is keyed by the event's id. */
export interface Reactor {
  name: string;
  /** Event types it waits for. */
  events: readonly string[];
  react(event: StoredEvent): Promise<void>;
}

/** Work that one of all workers does every so many milliseconds. */
export interface Periodic {
  name: string;
  every: number;
  run(): Promise<void>;
}

/** A room of the portal, with everything that it brings: what `registerModule(def)` and every hand-written module return. */
export interface Module {
  name: string;
  routes: Route[];
  commands?: readonly NamedCommand[];
  rules?: readonly Rule[];
  files?: readonly FileOwner[];
  reactors?: readonly Reactor[];
  /** Work in the background: its kinds, with their handlers. */
  jobs?: readonly Job[];
  /** Work that repeats. */
  periodic?: readonly Periodic[];
}
