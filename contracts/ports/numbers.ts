/**
 * Sequences of numbers that the portal assigns: record ids and rental matricole. A number is never assigned twice, not even under
 * concurrency, after a deletion or after a rebuild.
 */
export interface Numbers {
  /**
   * Reserves a number of `sequence` for a command. A repeated call for the same command returns the same number with `isNew` false. With
   * `durable`, the reservation is on disk when the promise resolves. This is needed if two records with the same number could be in two
   * streams; if the number names the stream, the version check already prevents duplicates.
   */
  reserve(sequence: string, commandId: string, options?: { durable?: boolean }): Promise<{ number: number; isNew: boolean }>;
  /** Reserves a given number, for example an imported one; returns false if another command has it. A repeated call returns true again. */
  claim(sequence: string, commandId: string, number: number): Promise<boolean>;
  /** Gives up the number of a command because another record already has it, so that the next reservation returns a new number. */
  renounce(sequence: string, commandId: string, number: number): Promise<void>;
  /** Advances the sequence, so that further numbers are greater than `last`; for imports and restored logs. */
  atLeast(sequence: string, last: number): Promise<void>;
}
