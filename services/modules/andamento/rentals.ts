import type { Period } from '#contracts/core/period.ts';
import { rentalCost, type RentalCost } from '#contracts/modules/andamento/rental.ts';
import type { RentalRow } from '#projections/andamento/andamento.queries.ts';

export type CostedRental = RentalRow & RentalCost;

/** The rentals with a day in the period, each with what it costs. */
export const costedRentals = (rows: readonly RentalRow[], period: Period, today: string): CostedRental[] =>
  rows.flatMap((row) => {
    const cost = rentalCost(row, period, today);
    return cost ? [{ ...row, ...cost }] : [];
  });

/** Those of which nobody knows the rate, each once. */
export const withoutRate = (rows: readonly CostedRental[]): string[] => [
  ...new Set(rows.filter(({ importo }) => importo === null).map(({ matricola, id }) => matricola ?? String(id))),
];
