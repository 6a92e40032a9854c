/**
 * Numbers the specification assigns (record ids, rental matricole). None is ever given twice, under
 * concurrency, after a deletion or a rebuild included.
 */
export interface Numbers {
  /** The number of `sequence` reserved for this command: asked again for the same command, the same number, no longer `fresh`. */
  reserve(sequence: string, commandId: string): Promise<{ number: number; fresh: boolean }>;
  /** The sequence goes on from at least `last` (imports, restored logs). */
  atLeast(sequence: string, last: number): Promise<void>;
}
