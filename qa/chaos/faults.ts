/** Kind of broken promise. */
export type FaultKind = 'lost' | 'doubled' | 'half' | 'number' | 'order' | 'history' | 'table' | 'refused' | 'stopped';

export interface Fault {
  kind: FaultKind;
  /** Place and circumstances, for finding the cause. */
  text: string;
}

export const fault = (kind: FaultKind, text: string): Fault => ({ kind, text });
