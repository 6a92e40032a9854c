import type { Size } from '../../data/firm.ts';
import type { Rounds } from '../measure.ts';

/** A table of docs/performance.md: what was measured, as text. */
export interface Section {
  title: string;
  /** What stands over the table: how it was measured. */
  intro: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** What stands under the table, paragraphs of Markdown. */
  after?: readonly string[];
}

export interface Bench {
  /** Where the loaded portal is kept. */
  folder: string;
  size: Size;
  scale: number;
  rounds: Rounds;
  say(text: string): void;
}

/** Some works that are measured together, in one table. */
export interface Group {
  /** What SOLO calls it. */
  name: string;
  run(bench: Bench): Promise<Section>;
}

export const count = (value: number): string => value.toLocaleString('en-US');
export const number = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
export const seconds = (ms: number): string => `${number(ms / 1000)} s`;
export const megabytes = (bytes: number): string => `${number(bytes / 1_048_576)} MB`;
