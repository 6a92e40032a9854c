import type { JsonObject } from '../core/events.ts';
import type { Identity } from '../core/permissions.ts';
import type { Values } from '../core/define-register.ts';

interface OnRecord {
  register: string;
  /** Absent when a sequence register creates. */
  key?: string | number;
  /** Version from `If-Match`; the command fails if the record has changed after it. */
  readVersion?: number | null;
}

/** A standard command of every register. */
export interface RecordCommand extends OnRecord {
  action: 'create' | 'change' | 'delete' | 'restore';
  /** Values already checked by the register's schema. `null` clears. */
  values?: Values;
  /** For `restore`: the version whose values are restored. */
  version?: number;
  /** For `restore`: the fields to restore; absent: all. */
  fields?: readonly string[];
  /** Reason that a rule gives; recorded in the history, unless the sender gives one. */
  motivo?: string;
}

/** A command whose record is located, for a child with the key of its parent. */
export type LocatedCommand = RecordCommand & { key: string | number; parent?: string | number };

/** A command that a module adds to the four standard ones; same envelope, idempotency and history. */
export interface NamedCall extends OnRecord {
  /** Name given by the module, for example `ricalcola`. */
  action: 'named';
  name: string;
  key: string | number;
  body?: JsonObject;
}

export type Command = RecordCommand | NamedCall;

/** The sender of a command, and the id that makes a repeated request the same command. */
export interface Sender {
  identity: Identity;
  commandId: string;
  correlationId: string;
  origine: 'web' | 'api' | 'demo' | 'job' | 'sistema' | 'importazione';
  /** Only for demo data: the time that the event carries. */
  at?: Date;
  motivo?: string;
  /** Resolves once the request's `Idempotency-Key` is claimed; awaited before anything is recorded. Rejects if another request used it. */
  keyClaimed?: Promise<void>;
}

/** Checks whether the command comes from the portal itself or from demo data; then permissions are not checked. */
export const isTrusted = ({ origine }: Pick<Sender, 'origine'>): boolean => origine === 'sistema' || origine === 'demo';

export interface Outcome {
  key: string | number;
  /** Version of the record after the command, to be sent back in `If-Match`. */
  version: number;
  /** Log position to wait for; `null` when nothing was recorded. */
  position: string | null;
}

/** Sends a command to the write side; the only way for jobs and seeds to write. */
export type Dispatch = (command: Command, sender: Sender) => Promise<Outcome>;
