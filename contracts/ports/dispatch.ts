import type { Identity } from '../core/permissions.ts';
import type { Values } from '../core/define-register.ts';

/** A write on one record of a register. */
export interface Command {
  register: string;
  action: 'create' | 'change' | 'delete' | 'restore';
  /** Absent when a sequence register creates. */
  key?: string | number;
  /** Values already checked by the register's schema. `null` clears. */
  values?: Values;
  /** From `If-Match`: the record must not have been touched after this version. */
  readVersion?: number | null;
  /** For `restore`: the version whose values come back. */
  version?: number;
}

/** Who sends it, and what makes a repeated request the same command. */
export interface Sender {
  identity: Identity;
  commandId: string;
  correlationId: string;
  origine: 'web' | 'api' | 'demo' | 'job' | 'sistema';
  /** Only for demo data: when it is said to have happened. */
  at?: Date;
  motivo?: string;
}

export interface Outcome {
  key: string | number;
  /** Version of the record after the command, to be sent back in `If-Match`. */
  version: number;
  /** Position to wait for; `null` when nothing was recorded. */
  position: string | null;
}

/** The only way back from jobs and seeds to the write side. */
export type Dispatch = (command: Command, sender: Sender) => Promise<Outcome>;
