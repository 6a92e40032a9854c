import type { NameOf } from '#contracts/core/typed-record.ts';
import { createHash } from 'node:crypto';
import { isDay } from '#contracts/core/dates.ts';
import { toScaled } from '#contracts/core/decimals.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { valuesOf } from '#contracts/core/typed-record.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import type { ReadRecord } from '../registers/row.ts';
import { DIMENSIONS } from './analisi.table.ts';

/** Largest absolute value that counts; a larger one is no valid quantity or amount. */
const MAX = 1e12;
const TEXTS = ['commessa', 'wbs', 'lavorazione', 'operatore', 'attrezzatura', 'descrizione', 'note'] as const satisfies readonly NameOf<
  typeof produzione
>[];

/** Fields of a line from which figures are computed. */
export const COUNTED_FIELDS: readonly string[] = ['data', 'fermo', 'quantita', 'produzione', ...TEXTS] satisfies NameOf<
  typeof produzione
>[];

/** The amounts that lines add to one row of the daily figures. */
export interface Contribution {
  chiave: string;
  dimensions: Readonly<Record<(typeof DIMENSIONS)[number], string | boolean | null>>;
  righe: number;
  millesimi: bigint;
  centesimi: bigint;
}

/** Returns a line's contribution for the owner of its header; `null` for a deleted line or one without a valid day. */
export function contributionOf({ state }: ReadRecord, utente: string): Contribution | null {
  const values = valuesOf(produzione, state.values);
  const { data } = values;
  if (!state.exists || state.parentDeleted || typeof data !== 'string' || !isDay(data)) return null;
  const fermo = values.fermo === 1;
  const texts = Object.fromEntries(TEXTS.map((name) => [name, text(values[name])])) as Record<(typeof TEXTS)[number], string | null>;
  const dimensions = { ...texts, data, utente, fermo };
  return {
    chiave: createHash('sha256')
      .update(JSON.stringify(DIMENSIONS.map((name) => dimensions[name])))
      .digest('base64url'),
    dimensions,
    righe: 1,
    millesimi: fermo ? 0n : toScaledOrZero(values.quantita, 3),
    centesimi: fermo ? 0n : toScaledOrZero(values.produzione, 2),
  };
}

/** Returns the changes of the daily figures when lines change from `before` to `after`, without rows whose values stay equal. */
export function differences(pairs: readonly { before: Contribution | null; after: Contribution | null }[]): Contribution[] {
  const rows = new Map<string, Contribution>();
  const add = (one: Contribution | null, sign: 1 | -1): void => {
    if (!one) return;
    const row = rows.get(one.chiave) ?? { ...one, righe: 0, millesimi: 0n, centesimi: 0n };
    const times = BigInt(sign);
    rows.set(one.chiave, {
      ...row,
      righe: row.righe + sign,
      millesimi: row.millesimi + times * one.millesimi,
      centesimi: row.centesimi + times * one.centesimi,
    });
  };
  for (const { before, after } of pairs) {
    add(before, -1);
    add(after, 1);
  }
  return [...rows.values()].filter(({ righe, millesimi, centesimi }) => righe !== 0 || millesimi !== 0n || centesimi !== 0n);
}

function text(value: Values[string] | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : String(value);
}

/** Converts a number to scaled integers; an invalid recorded value counts as zero. */
function toScaledOrZero(value: Values[string] | undefined, decimals: number): bigint {
  return typeof value === 'number' && Math.abs(value) <= MAX ? toScaled(value, decimals) : 0n;
}
