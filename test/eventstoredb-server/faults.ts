import { status, type ServiceError } from '@grpc/grpc-js';

/** Faults that a test can switch on. */
export interface Faults {
  /** Takes every append and never answers. */
  mute: boolean;
  /** So many of the next appends are written, and their answers lost. */
  answersToLose: number;
  /** So many of the next appends are refused before anything is written. */
  toRefuse: number;
  /** Answers a repeated append without its position, as the real server sometimes does. */
  hidesPosition: boolean;
  /** Leaves a repeated append without an answer, as the real server does for seconds while it still writes the first. */
  dropsRepeated: boolean;
}

export const noFault = (): Faults => ({ mute: false, answersToLose: 0, toRefuse: 0, hidesPosition: false, dropsRepeated: false });

export const error = (code: status, details: string): Partial<ServiceError> => ({ name: 'ServiceError', message: details, code, details });

/** Once for each failure asked for. */
export function touch(faults: Faults, which: 'answersToLose' | 'toRefuse'): boolean {
  if (faults[which] <= 0) return false;
  faults[which]--;
  return true;
}
