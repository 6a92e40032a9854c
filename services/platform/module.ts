import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Clock } from '#contracts/ports/clock.ts';
import type { SessionDuty } from '#contracts/core/session-duty.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { AnyRegister, Derivation } from '#contracts/core/define-register.ts';
import type { RecordState } from '#contracts/core/record-state.ts';
import type { RecordOf } from '#contracts/core/typed-record.ts';
import type { Command, Dispatch, Outcome, RecordCommand, Sender, LocatedCommand } from '#contracts/ports/dispatch.ts';
import type { EventStore, ReadableLog } from '#contracts/ports/event-store.ts';
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
import type { LockMode, WithLock } from './concurrency/portal-lock.ts';
import type { TemporaryFile } from './files/receive-upload.ts';
import type { CompleteConfig } from './start/config.ts';
import type { ReadModelWait } from './http/read-model-wait.ts';
import type { Metrics } from './metrics/portal-metrics.ts';
import type { OwnLog } from './own-log/own-log.ts';
import type { PersonKeys } from './sealing/person-keys.ts';
import type { ReplicaState } from './replica/watch.ts';

/** Dependencies of the modules, created once in main.ts or in a test. */
export interface Dependencies {
  config: CompleteConfig;
  log: Logger;
  clock: Clock;
  /** Registers, events and read tables of all modules. */
  catalogue: ReadCatalogue;
  store: EventStore;
  /** The same log for reading events as they were recorded, without upcasts. */
  recorded: ReadableLog;
  /** Keys with which personal data is sealed in the event log. */
  keys: PersonKeys;
  /** Check that the connected event log is this portal's own. */
  ownLog: OwnLog;
  numbers: Numbers;
  /** Database of the read tables, which a rebuild swaps. */
  readDb: Database<ReadDatabase>;
  /** Database of lists, searches, charts and histories: the replica where one is configured and close behind, otherwise the main one. */
  lists: Database<ReadDatabase>;
  /** Tables of the write side: credentials, sessions, jobs, short-lived names. */
  writeDb: Database<WriteDatabase>;
  files: FileStore;
  /** Writes a zip of the archive's files. */
  zip: WriteZip;
  jobs: JobQueue;
  /** Sends mails, or writes them as files where no SMTP server is set. */
  mailer: Mailer;
  backups: Backups;
  /** Rebuilds every read table from the log. Calls `progress` with 0 to 100. */
  rebuild(progress: (percent: number) => void, signal: AbortSignal): Promise<unknown>;
  /** Reads imported files in a separate process. */
  reading: FileReading;
  readModelWait: ReadModelWait;
  /** Counters of this process's own work. */
  metrics: Metrics;
  /** Returns whether lists are read from the replica; `null` if none is configured. */
  replica(): ReplicaState | null;
  dispatch: Dispatch;
  /** Runs a task under the portal's lock, in turn with the commands for which a rule takes it. */
  withLock: WithLock;
  owners: FileOwners;
  /** Returns the rules of all modules over a register. */
  rulesOf(def: AnyRegister): readonly Rule[];
  rehearse: Rehearse;
}

/** Dry run of commands: they are decided and checked as usual, but their events are only held in memory. */
export interface Rehearsal {
  dispatch: Dispatch;
  /** The log with the events of the dry run. */
  store: EventStore;
}

/** Runs `work` with its own dry run, which is discarded afterwards. Waits while too many dry runs are in progress. */
export type Rehearse = <T>(work: (rehearsal: Rehearsal) => Promise<T>) => Promise<T>;

/** Dependencies that exist before the modules. */
export type Parts = Omit<Dependencies, 'dispatch' | 'withLock' | 'owners' | 'rulesOf' | 'rehearse'>;

/** Request data for a handler. */
export interface Context {
  /** The signed-in person; `null` only on public routes. */
  identity: Identity | null;
  /** Session as it was when the request arrived. */
  session: ReadSession | null;
  correlationId: string;
  /** Id of the command, derived from the `Idempotency-Key` header if present, so that a repeated request is the same command. */
  commandId: string;
  /** Version parsed from `If-Match`; `null` without the header. */
  readVersion: number | null;
}

/** A request, its response, and the data that the app derived from the request. */
export interface Exchange {
  req: Request;
  res: Response;
  context: Context;
}

/** A route. The app checks session and permission before it calls `handle`. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with parameters, such as `/api/accise/:id`. */
  path: string;
  /** One line for the OpenAPI page. */
  description: string;
  /** Permission to call the route: `public` needs no session, `session` any session, an object this action on this register. */
  permission: 'public' | 'session' | { access: RegisterAccess; action: Action };
  /** Duties during which the route is open. A session that has another duty cannot call it. */
  during?: readonly SessionDuty[];
  /** Marks a call that pages make without the user. Such a call does not extend the session. */
  passive?: true;
  /** Skips the JSON parser, for multipart and other raw bodies. */
  rawBody?: true;
  /** Marks a slow call, always or for some requests. A person may have two such calls in progress at a time. */
  heavy?: true | ((req: Request) => boolean);
  /**
   * Tells, after the body is read, whether an administrator who sees the portal as another user may make the call. Without this function
   * all calls except GET are forbidden to them.
   */
  whileObserving?: (req: Request) => boolean;
  /**
   * Marks a call that cannot be undone or that grants access, always or for some requests. It needs a sign-in or a confirmation (`POST
   * api/conferma`) within the last 15 minutes.
   */
  confirmed?: true | ((req: Request, identity: Identity) => boolean);
  /** Marks a response that stays open, such as a stream. It does not count among the person's calls in progress. */
  stream?: true;
  /** Schemas of body and query for the OpenAPI page; `handle` validates them itself. */
  schema?: { body?: z.ZodType; query?: z.ZodType };
  handle(req: Request, res: Response, context: Context): Promise<void>;
}

/** State of a record before and after a command that is decided but not yet recorded. */
export interface Transition<D extends AnyRegister = AnyRegister> {
  key: string;
  before: RecordOf<D> | undefined;
  after: RecordOf<D> | undefined;
}

/** A transition of a record of any register, for generic code. */
export interface AnyTransition extends Transition {
  before: RecordState | undefined;
  after: RecordState | undefined;
}

/** Hooks of a module into every write of the registers `D`: they complete it, derive values, refuse it, and are told of it. */
export interface Rule<D extends AnyRegister = AnyRegister> {
  registers: readonly D[];
  /** Returns how a command holds the portal's lock, for invariants that a stream's version check cannot protect; `null` without the lock. */
  lock?(command: Command): LockMode | null;
  /** Completes the values of a command, or throws to refuse it. */
  complete?(command: RecordCommand, sender: Sender): Promise<RecordCommand> | RecordCommand;
  /** Reads other records, and returns a function that derives values from the record's state when the command is decided. */
  derive?(command: LocatedCommand, sender: Sender): Promise<Derivation | null>;
  /** Marks a rule whose `check` stores data for later checks. A rehearsal leaves such a rule out, since it must store nothing. */
  storesInCheck?: true;
  /**
   * Refuses a decided change that the person or the record's state does not allow, whatever its values. Called before `check`. Also called
   * to explain a person's rights: with a change that leaves all values, or without states for a whole register.
   */
  permits?(transition: Transition<D>, command: Command, sender: Sender): Promise<void>;
  /** Checks the decided change; throws to refuse it. */
  check?(transition: Transition<D>, command: Command, sender: Sender): Promise<void>;
  /** Called after the command is recorded, also for a repeated command. May return an outcome with a later version and position. */
  afterRecorded?(command: Command, sender: Sender, outcome: Outcome): Promise<Outcome>;
}

/** Records that own a file of the archive; their register decides who may read and change it. */
export interface Ownership {
  def: AnyRegister;
  kind: 'pdf' | 'jpeg';
  /**
   * Records that own the file. `utente` is the record's owner; a child (with `parent`, its parent's key) has its parent's owner.
   * Several records may share a file. The list is empty for a file uploaded before its record.
   */
  records: readonly { id: string | number; parent?: string | number; utente: string; field: string | null }[];
  /** Marks a file whose own record is still to be written; until then `records` names the record that the file lies beside. */
  awaited?: true;
  /** Record whose folder holds the file. Its history shows the file while no record owns the file. */
  folder?: { def: AnyRegister; id: string | number };
  /** Restricts opening the file to people who may edit its records. Each opening is recorded in the records' history. */
  reserved?: true;
}

/** Paths of the archive that belong to a module's records. */
export interface FileOwner {
  /** Returns the records that own a path; `null` if the path does not belong to this module. */
  ownership(path: string): Promise<Ownership | null>;
  /** Returns the path of an upload with these text fields; `null` if they concern another module's records. Throws for wrong fields. */
  destination?(fields: Readonly<Record<string, string>>): Promise<string | null> | string | null;
  /** Reserves a free name for an uploaded file while `use` runs. Returns `null` if the path does not belong to this module. */
  place?<T>(path: string, received: TemporaryFile, use: (path: string) => Promise<T>): Promise<T> | null;
  exports?: Exports;
}

/** Records whose files are exported together, by `matricola`. */
export interface Exports {
  /** Name of the request's property that lists the records. */
  property: string;
  def: AnyRegister;
  acceptsMatricola(matricola: string): boolean;
  /** Returns, in order, the matricole for the names in a request, if the request may use other names. */
  matricoleOf?(names: readonly string[]): Promise<string[]>;
  /** Tells whether a file in the folder of the matricola belongs to the record. */
  ownsFile?(matricola: string, name: string): boolean;
  /** Returns the owner of a file by the record's row; `null` if only the archive knows. `today` is `def` with the document kinds added as data. */
  ownership?(row: Readonly<Record<string, unknown>>, path: string, today: AnyRegister): Ownership | null;
  /** Returns the file's name in the zip; by default its path. */
  entryName?(path: string): string;
}

/** File owners of all modules. For each path the archive asks the modules in order, and the first answer counts. */
export interface FileOwners {
  ownership(path: string): Promise<Ownership | null>;
  destination(fields: Readonly<Record<string, string>>): Promise<string | null>;
  place<T>(path: string, received: TemporaryFile, use: (path: string) => Promise<T>): Promise<T>;
  exports(): readonly Exports[];
}

/** Reaction to recorded events. `react` runs at least once for each event, so its effects are keyed by the event's id. */
export interface Reactor {
  name: string;
  /** Event types that trigger the reaction. */
  events: readonly string[];
  react(event: StoredEvent): Promise<void>;
}

/** Periodic work, which one of all workers runs every `every` milliseconds. */
export interface Periodic {
  name: string;
  every: number;
  run(): Promise<void>;
}

/** Additions of a module to every write and to the archive. They are created before the dispatch, which applies them. */
export interface Declaration {
  /** Name of the module. */
  name: string;
  commands?: readonly NamedCommand[];
  rules?: readonly Rule[];
  files?: readonly FileOwner[];
}

/** Module of the portal, with its routes and background work. `registerModule(def)` creates one from a register. */
export interface Module {
  name: string;
  routes: Route[];
  reactors?: readonly Reactor[];
  /** Kinds of background jobs, with their handlers. */
  jobs?: readonly Job[];
  periodic?: readonly Periodic[];
  /** Called with a job that is not run again, since the portal died twice while it ran. */
  onGivenUp?(job: { id: string; utente: string }): Promise<void>;
  /** Called when the portal begins to stop, to end answers that would stay open. */
  onStopping?(): Promise<void>;
}
