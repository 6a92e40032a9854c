import type { InputFile, FileReport, JournalRow, Totali } from '#contracts/modules/contabilita/result.ts';
import { journalSides } from '#contracts/modules/contabilita/split.ts';
import { Fault } from './fault.ts';
import type { Summary } from './summary.ts';

/**
 * Throws `INVARIANTE_VIOLATA` unless the sums agree, so that a faulty computation publishes nothing. Invariant I2, on the parts of each
 * unit, is checked where units are split.
 */
export function checkInvariants(
  file: Readonly<Record<InputFile, FileReport>>,
  t: Totali,
  summary: Summary,
  journal: readonly JournalRow[],
): void {
  const spostato = summary.journal.reduce((sum, { dare, avere }) => sum + journalSides(dare, avere).spostato, 0);
  const sum = (side: 'dare_cent' | 'avere_cent') => journal.reduce((total, line) => total + line[side], 0);
  const holds = [
    t.dare_letto === t.dare_accettato + t.dare_scartato && t.avere_letto === t.avere_accettato + t.avere_scartato,
    summary.totale.dare === t.dare_accettato && summary.totale.avere === t.avere_accettato,
    summary.costo === t.costo_da_ripartire && t.costo_da_ripartire === t.costo_ripartito + t.costo_non_ripartito,
    sum('dare_cent') === t.dare_accettato + spostato && sum('avere_cent') === t.avere_accettato + spostato,
    Object.values(file).every((f) => f.lette === f.accettate + f.scartate + f.totali + f.intestazioni_ripetute),
    [...Object.values(t), sum('dare_cent'), sum('avere_cent')].every(Number.isSafeInteger),
  ];
  if (holds.includes(false)) throw new Fault('INVARIANTE_VIOLATA');
}
