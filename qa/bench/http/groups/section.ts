import type { Size } from '../../data/firm.ts';
import type { Rounds } from '../measure.ts';

/** A table of docs/explanation/performance.md, with all figures as text. */
export interface Section {
  title: string;
  /** Text above the table that explains the measurement. */
  intro: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface Bench {
  /** Folder of the loaded portal. */
  folder: string;
  size: Size;
  scale: number;
  rounds: Rounds;
  say(text: string): void;
}

/** A group of operations that are measured together and reported in one table. */
export interface Group {
  /** Name by which the environment variable SOLO selects the group. */
  name: string;
  run(bench: Bench): Promise<Section>;
}

export const count = (value: number): string => value.toLocaleString('en-US');
export const number = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
export const seconds = (ms: number): string => `${number(ms / 1000)} s`;
export const megabytes = (bytes: number): string => `${number(bytes / 1_048_576)} MB`;
