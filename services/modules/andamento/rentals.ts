import type { Period } from '#contracts/core/period.ts';
import { sum } from '#contracts/core/decimals.ts';
import { rentalCost, type RentalCost } from '#contracts/modules/andamento/rental.ts';
import type { RentalRow } from '#projections/andamento/andamento.queries.ts';

/** Rental with its days and cost in a period. Without a start date days and cost are `null`. */
export type CostedRental = RentalRow & (RentalCost | { dal: null; al: null; giorni: null; importo: null });

/**
 * Returns the rentals with a day in the period, each with its cost. A rental without a start date is included, unless the whole period is
 * in the future.
 */
export const costedRentals = (rows: readonly RentalRow[], period: Period, today: string): CostedRental[] =>
  rows.flatMap((row): CostedRental[] => {
    if (row.data_inizio === null) return period.dal <= today ? [{ ...row, dal: null, al: null, giorni: null, importo: null }] : [];
    const cost = rentalCost(row, period, today);
    return cost ? [{ ...row, ...cost }] : [];
  });

/** Returns the sum of the known costs of rentals; `null` if no cost is known, 0 without rentals. */
export const rentalSum = (rows: readonly CostedRental[]): number | null =>
  rows.length > 0 && rows.every(({ importo }) => importo === null)
    ? null
    : sum(
        rows.map(({ importo }) => importo),
        2,
      );

const names = (rows: readonly CostedRental[]): string[] => [...new Set(rows.map(({ matricola, id }) => matricola ?? String(id)))];

/** Returns the matricole (or ids) of the rentals without a rate, each once. */
export const withoutRate = (rows: readonly CostedRental[]): string[] =>
  names(rows.filter(({ importo, data_inizio }) => importo === null && data_inizio !== null));

/** Returns the matricole (or ids) of the rentals without a start date, each once. */
export const withoutStart = (rows: readonly CostedRental[]): string[] => names(rows.filter(({ data_inizio }) => data_inizio === null));
