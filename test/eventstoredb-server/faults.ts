import { status, type ServiceError } from '@grpc/grpc-js';

/** Faults that a test can switch on. */
export interface Faults {
  /** If true, appends are accepted and never answered. */
  mute: boolean;
  /** Number of further appends that are written, but whose response is lost. */
  answersToLose: number;
  /** Number of further appends that are refused before anything is written. */
  toRefuse: number;
  /** If true, a repeated append is answered without its position, as the real server sometimes does. */
  hidesPosition: boolean;
  /** If true, a repeated append gets no response, as from the real server while it still writes the first one. */
  dropsRepeated: boolean;
}

export const noFault = (): Faults => ({ mute: false, answersToLose: 0, toRefuse: 0, hidesPosition: false, dropsRepeated: false });

export const error = (code: status, details: string): Partial<ServiceError> => ({ name: 'ServiceError', message: details, code, details });

/** Consumes one of the requested faults of a kind; returns false if none is left. */
export function touch(faults: Faults, which: 'answersToLose' | 'toRefuse'): boolean {
  if (faults[which] <= 0) return false;
  faults[which]--;
  return true;
}
