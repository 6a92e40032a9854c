/**
 * Numbers the specification assigns (record ids, rental matricole). None is ever given twice, under
 * concurrency, after a deletion or a rebuild included.
 */
export interface Numbers {
  /**
   * The number of `sequence` reserved for this command: asked again for the same command, the same number, no longer
   * `fresh`. `durable`: on disk when it is answered. It must be where two records with one number could stand in two
   * streams; where the number names the stream, the version check lets only one of them in.
   */
  reserve(sequence: string, commandId: string, options?: { durable?: boolean }): Promise<{ number: number; fresh: boolean }>;
  /** This very number for the command, which brought it from elsewhere; false where another command has it. Asked again for the same command, true again. */
  claim(sequence: string, commandId: string, number: number): Promise<boolean>;
  /** This number of the command turned out to be another's: its next reservation is a new one. */
  renounce(sequence: string, commandId: string, number: number): Promise<void>;
  /** The sequence goes on from at least `last` (imports, restored logs). */
  atLeast(sequence: string, last: number): Promise<void>;
}
