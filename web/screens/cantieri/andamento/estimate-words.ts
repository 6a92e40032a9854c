import type { Andamento } from '#contracts/modules/andamento/answer.ts';
import { sum } from '#contracts/core/decimals.ts';
import { formatEuro } from '#web/lib/format.ts';

/**
 * Describes the remaining budget and when it will be used up: "Restano € 12.000,00 di € 50.000,00. Stima: al passo degli ultimi tre mesi (€
 * 4.000,00 al mese) finisce nel 2027-02."
 */
export function estimateInWords({ budget: { importo, consumato = 0 }, curva: { stima } }: Pick<Andamento, 'budget' | 'curva'>): string {
  if (importo === null) return '';
  const remaining = sum([importo, -consumato], 2);
  if (remaining <= 0)
    return `Il budget di ${formatEuro(importo)} è finito${remaining < 0 ? `, superato di ${formatEuro(-remaining)}` : ''}.`;
  const sentence = `Restano ${formatEuro(remaining)} di ${formatEuro(importo)}.`;
  if (!stima || stima.al_mese <= 0) return `${sentence} Negli ultimi tre mesi non ne è stato consumato: quando finisce non si sa.`;
  const pace = `al passo degli ultimi tre mesi (${formatEuro(stima.al_mese)} al mese)`;
  return `${sentence} Stima: ${pace} ${stima.mese === undefined ? 'dura più di dieci anni' : `finisce nel ${stima.mese}`}.`;
}
