import { computedExpiry, isAnticipated } from '#contracts/modules/scadenze/due-date.ts';

/** What the dialog says of the new date. */
export interface RenewalDates {
  /** What is sent; `null`: something is missing or wrong. */
  scadenza: string | null;
  /** Why not. */
  missing: string | null;
  /** Beside the field. */
  hint: string | null;
}

/** The date typed, or the one that the interval proposes from the day of issue. */
export function renewalDates(
  { mesi, expires }: { mesi: number | null; expires: boolean },
  dal: string | null,
  typed: string | null,
): RenewalDates {
  if (dal === null) return { scadenza: null, missing: 'Manca il giorno del rilascio', hint: null };
  if (!expires) return { scadenza: null, missing: null, hint: null };
  const computed = computedExpiry(dal, mesi);
  const scadenza = typed ?? computed;
  if (scadenza === null) return { scadenza, missing: 'Manca la data scritta sul documento', hint: 'Vale la data scritta sul documento' };
  if (scadenza <= dal) return { scadenza, missing: 'La scadenza viene dopo il rilascio', hint: null };
  if (isAnticipated(scadenza, computed)) return { scadenza, missing: null, hint: `Anticipata: l’intervallo darebbe ${computed!}` };
  return { scadenza, missing: null, hint: mesi === null ? null : `Dall’intervallo: ${mesi} mesi` };
}
