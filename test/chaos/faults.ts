/** What a promise that was broken is called. */
export type FaultKind = 'lost' | 'doubled' | 'half' | 'number' | 'order' | 'history' | 'table' | 'refused' | 'stopped';

export interface Fault {
  kind: FaultKind;
  /** Where, for whoever looks for the cause. */
  text: string;
}

export const fault = (kind: FaultKind, text: string): Fault => ({ kind, text });
