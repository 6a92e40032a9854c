import type { Identita } from '../core/permissions.ts';
import type { Valori } from '../core/define-register.ts';

/** A write on one record of a register. */
export interface Comando {
  registro: string;
  azione: 'crea' | 'modifica' | 'elimina' | 'ripristina';
  /** Absent when a sequence register creates. */
  chiave?: string | number;
  /** Values already checked by the register's schema. `null` clears. */
  valori?: Valori;
  /** From `If-Match`: the record must not have been touched after this version. */
  versioneLetta?: number | null;
  /** For `ripristina`: the version whose values come back. */
  versione?: number;
}

/** Who sends it, and what makes a repeated request the same command. */
export interface Mittente {
  identita: Identita;
  commandId: string;
  correlationId: string;
  origine: 'web' | 'api' | 'demo' | 'job' | 'sistema';
  /** Only for demo data: when it is said to have happened. */
  at?: Date;
  motivo?: string;
}

export interface Esito {
  chiave: string | number;
  /** Version of the record after the command, to be sent back in `If-Match`. */
  versione: number;
  /** Position to wait for; `null` when nothing was recorded. */
  posizione: string | null;
}

/** The only way back from jobs and seeds to the write side. */
export type Dispatch = (comando: Comando, mittente: Mittente) => Promise<Esito>;
