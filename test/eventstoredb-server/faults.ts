import { status, type ServiceError } from '@grpc/grpc-js';

/** What can be made to go wrong. */
export interface Guasti {
  /** Takes every append and never answers. */
  muto: boolean;
  /** So many of the next appends are written, and their answers lost. */
  risposteDaPerdere: number;
  /** So many of the next appends are refused before anything is written. */
  daRifiutare: number;
  /** Answers a repeated append without its position, as the real server sometimes does. */
  taceLaPosizione: boolean;
}

export const nessunGuasto = (): Guasti => ({ muto: false, risposteDaPerdere: 0, daRifiutare: 0, taceLaPosizione: false });

export const errore = (code: status, details: string): Partial<ServiceError> => ({ name: 'ServiceError', message: details, code, details });

/** Once for each failure asked for. */
export function tocca(guasti: Guasti, quale: 'risposteDaPerdere' | 'daRifiutare'): boolean {
  if (guasti[quale] <= 0) return false;
  guasti[quale]--;
  return true;
}
