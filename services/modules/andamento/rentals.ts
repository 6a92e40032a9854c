import type { Period } from '#contracts/core/period.ts';
import { sum } from '#contracts/core/decimals.ts';
import { rentalCost, type RentalCost } from '#contracts/modules/andamento/rental.ts';
import type { RentalRow } from '#projections/andamento/andamento.queries.ts';

/** A rental that does not say when it began has neither days nor an amount. */
export type CostedRental = RentalRow & (RentalCost | { dal: null; al: null; giorni: null; importo: null });

/** The rentals that have a day in the period, or may have one, each with what it costs. */
export const costedRentals = (rows: readonly RentalRow[], period: Period, today: string): CostedRental[] =>
  rows.flatMap((row): CostedRental[] => {
    if (row.data_inizio === null) return period.dal <= today ? [{ ...row, dal: null, al: null, giorni: null, importo: null }] : [];
    const cost = rentalCost(row, period, today);
    return cost ? [{ ...row, ...cost }] : [];
  });

/** Returns the sum of the rentals' costs; `null` if none is known. */
export const rentalSum = (rows: readonly CostedRental[]): number | null =>
  rows.length > 0 && rows.every(({ importo }) => importo === null)
    ? null
    : sum(
        rows.map(({ importo }) => importo),
        2,
      );

const names = (rows: readonly CostedRental[]): string[] => [...new Set(rows.map(({ matricola, id }) => matricola ?? String(id)))];

/** Names of the rentals without a rate, each once. */
export const withoutRate = (rows: readonly CostedRental[]): string[] =>
  names(rows.filter(({ importo, data_inizio }) => importo === null && data_inizio !== null));

/** Names of the rentals without a start date, each once. */
export const withoutStart = (rows: readonly CostedRental[]): string[] => names(rows.filter(({ data_inizio }) => data_inizio === null));
