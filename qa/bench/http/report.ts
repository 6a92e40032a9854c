import { number } from './groups/section.ts';
import type { Figures } from './measure.ts';

export interface Row {
  name: string;
  /** Goal, as a ratio to bare node:http. */
  goal: string;
  writers: number;
  pg: Figures;
  http: Figures;
  portal: Figures;
}

/** Formats a table line: milliseconds for a single caller, throughput for several, and the ratio that the goal limits. */
export function line({ name, goal, writers, pg, http, portal }: Row): string[] {
  const cells =
    writers === 1
      ? [pg, http, portal].map(({ median }) => `${number(median)} ms`)
      : [pg, http, portal].map(({ perSecond }) => `${number(perSecond)}/s`);
  const ratio =
    writers === 1
      ? `${number(portal.median / http.median)} ×`
      : `${number(portal.perSecond / http.perSecond)} of the throughput, p99 ${number(portal.p99)} ms`;
  return [name, ...cells, ratio, goal];
}

export const HEAD = ['work', 'bare pg', 'bare node:http', 'portal', 'ratio', 'goal'] as const;
