import { cantieriDemo } from './cantieri.ts';
import { MECCANICI, MANUTENZIONE_TYPES, TIPOLOGIE } from './catalogue.ts';
import { demoDocuments } from './documents.ts';
import { demoWork } from './work.ts';
import { NOLEGGIO_MODELS } from './catalogue-noleggi.ts';
import { macchineDemo } from './macchinari.ts';
import { noleggiDemo } from './noleggi.ts';
import { to, type Entry } from './entries.ts';
import { addDays } from '#contracts/core/dates.ts';

/**
 * Everything that happened at the demo firm in two years, in order of time. The same day and the
 * same series give the same list; each further series is another fleet with its own sites.
 */
export function generateDemo(today: string, series: number): Entry[] {
  const start = addDays(today, -800);
  const anagrafica = (register: string, field: string, values: readonly string[]): Entry[] =>
    values.map((value, i) => ({
      at: to(start, i), utente: 'admin', command: { register, action: 'create' as const, values: { [field]: value } },
    }));
  const tipologie = [...TIPOLOGIE, ...new Set(NOLEGGIO_MODELS.map((m) => m.tipologia).filter((t) => !TIPOLOGIE.includes(t)))];
  const { cantieri, voci: cantieriEntries } = cantieriDemo(today, series);
  const { macchine, voci: macchineEntries } = macchineDemo(today, series);
  const entries = [
    ...(series === 0
      ? [
          ...anagrafica('tipologia', 'tipologia', tipologie),
          ...anagrafica('meccanici', 'descrizione', MECCANICI),
          ...anagrafica('elencoManutenzioni', 'Descrizione', MANUTENZIONE_TYPES.map(([name]) => name)),
        ]
      : []),
    ...cantieriEntries,
    ...macchineEntries,
    ...macchine.flatMap((m, i) => [...demoDocuments(m, today, i), ...demoWork(m, cantieri, today)]),
    ...noleggiDemo(cantieri, today, series),
  ];
  const now = Date.parse(`${today}T00:00:00Z`);
  return entries.filter((v) => v.at.getTime() < now).sort((a, b) => a.at.getTime() - b.at.getTime());
}
