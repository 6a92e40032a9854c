import type { FileField } from '#contracts/core/documents.ts';
import { addDays } from '#contracts/core/dates.ts';
import { DEFAULT_KINDS } from '#contracts/modules/scadenze/default-kinds.ts';
import { addMonths } from '#contracts/modules/scadenze/due-date.ts';
import { codeOf, type WithRecords } from '#contracts/modules/scadenze/with-kinds.ts';
import type { RenewalEntry } from './entries.ts';
import type { RandomSource } from './random.ts';
import { numberOf, readTable } from './tables.ts';

/** Months of validity of document kinds whose expiry is declared, not computed. */
const DECLARED: Readonly<Record<string, number>> = Object.fromEntries(
  readTable('validita', ['documento', 'mesi']).map(({ documento, mesi }) => [documento, numberOf(mesi)]),
);
const INTERVALS = new Map(DEFAULT_KINDS.map(({ soggetto, codice, mesi }) => [`${soggetto}/${codice}`, mesi]));

export interface Kind {
  codice: string;
  /** Field with the expiry date. */
  campo_scadenza: string;
  /** Months for which a document of this kind is valid. */
  mesi: number;
  /** True if the portal computes the expiry from the day of issue. */
  calcolata: boolean;
}

/** Returns the kind of a document that expires; `null` for any other file. */
export function kindOf(soggetto: WithRecords, file: FileField): Kind | null {
  if (file.kind !== 'document' || !file.scadenza) return null;
  const codice = codeOf(soggetto, file);
  const mesi = INTERVALS.get(`${soggetto}/${codice}`) ?? null;
  return { codice, campo_scadenza: file.scadenza, mesi: mesi ?? DECLARED[codice] ?? 120, calcolata: mesi !== null };
}

/** Returns a renewal's data for a document issued on `dal`. */
export function paper({ codice, campo_scadenza, mesi, calcolata }: Kind, dal: string): RenewalEntry {
  const scadenza = addMonths(dal, mesi);
  return { campo_scadenza, tipo: codice, dal, scadenza, calcolata: calcolata ? scadenza : null, anticipata: 0 };
}

/** Returns the latest possible expiry of a kind, that of a document issued on `today`. */
export const latest = ({ mesi }: Kind, today: string): string => addMonths(today, mesi);

/** Returns two documents: one that expires on about `end`, and its predecessor, which expired some days after the other was issued. */
export function lastTwo(kind: Kind, end: string, c: RandomSource): readonly [before: RenewalEntry, last: RenewalEntry] {
  const dal = addMonths(end, -kind.mesi);
  return [paper(kind, addMonths(addDays(dal, c.integer(0, 12)), -kind.mesi)), paper(kind, dal)];
}
