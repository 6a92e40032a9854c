import type { JsonObject } from '../core/events.ts';
import type { Identity } from '../core/permissions.ts';
import type { Values } from '../core/define-register.ts';

interface OnRecord {
  register: string;
  /** Absent when a sequence register creates. */
  key?: string | number;
  /** From `If-Match`: the record must not have been touched after this version. */
  readVersion?: number | null;
}

/** A write that every register knows. */
export interface RecordCommand extends OnRecord {
  action: 'create' | 'change' | 'delete' | 'restore';
  /** Values already checked by the register's schema. `null` clears. */
  values?: Values;
  /** For `restore`: the version whose values come back. */
  version?: number;
  /** For `restore`: the fields that come back; without it all of them. */
  fields?: readonly string[];
  /** What a rule has to say of it: stands in the history as its reason, unless the sender gives one. */
  motivo?: string;
}

/** A command that a module brings beyond those four; same envelope, idempotency and history. */
export interface NamedCall extends OnRecord {
  /** As the module names it, e.g. `ricalcola`. */
  action: 'named';
  name: string;
  key: string | number;
  body?: JsonObject;
}

export type Command = RecordCommand | NamedCall;

/** Who sends it, and what makes a repeated request the same command. */
export interface Sender {
  identity: Identity;
  commandId: string;
  correlationId: string;
  origine: 'web' | 'api' | 'demo' | 'job' | 'sistema' | 'importazione';
  /** Only for demo data: when it is said to have happened. */
  at?: Date;
  motivo?: string;
  /** Waited for before anything is recorded; rejects where it must not be. */
  cleared?: Promise<void>;
}

/** The portal itself, or demo data: no permission is asked. */
export const isTrusted = ({ origine }: Pick<Sender, 'origine'>): boolean => origine === 'sistema' || origine === 'demo';

export interface Outcome {
  key: string | number;
  /** Version of the record after the command, to be sent back in `If-Match`. */
  version: number;
  /** Position to wait for; `null` when nothing was recorded. */
  position: string | null;
}

/** The only way back from jobs and seeds to the write side. */
export type Dispatch = (command: Command, sender: Sender) => Promise<Outcome>;
