import { computedExpiry, isAnticipated } from '#contracts/modules/scadenze/due-date.ts';

/** The new expiry date and the texts around its field. */
export interface RenewalDates {
  /** The date to send; `null`: the document has none, or it is missing. */
  scadenza: string | null;
  /** Why the renewal cannot be sent. */
  missing: string | null;
  /** Text beside the field. */
  hint: string | null;
}

/** Returns the typed date, or the day of issue plus the kind's interval. */
export function renewalDates(
  { mesi, expires }: { mesi: number | null; expires: boolean },
  dal: string | null,
  typedDate: string | null,
): RenewalDates {
  if (dal === null) return { scadenza: null, missing: 'Manca il giorno del rilascio', hint: null };
  if (!expires) return { scadenza: null, missing: null, hint: null };
  const computed = computedExpiry(dal, mesi);
  const scadenza = typedDate ?? computed;
  if (scadenza === null) return { scadenza, missing: 'Manca la data scritta sul documento', hint: 'Vale la data scritta sul documento' };
  if (scadenza <= dal) return { scadenza, missing: 'La scadenza viene dopo il rilascio', hint: null };
  if (isAnticipated(scadenza, computed)) return { scadenza, missing: null, hint: `Anticipata: l’intervallo darebbe ${computed!}` };
  return { scadenza, missing: null, hint: mesi === null ? null : `Dall’intervallo: ${mesi} mesi` };
}
