import { cantieriDemo } from './cantieri.ts';
import { MECCANICI, TIPI_MANUTENZIONE, TIPOLOGIE } from './catalogue.ts';
import { documentiDemo } from './documents.ts';
import { lavoroDemo } from './work.ts';
import { MODELLI_NOLEGGIO } from './catalogue-noleggi.ts';
import { macchineDemo } from './macchinari.ts';
import { noleggiDemo } from './noleggi.ts';
import { alle, type Voce } from './entries.ts';
import { addDays } from '#contracts/core/dates.ts';

/**
 * Everything that happened at the demo firm in two years, in order of time. The same day and the
 * same series give the same list; each further series is another fleet with its own sites.
 */
export function generaDemo(oggi: string, serie: number): Voce[] {
  const inizio = addDays(oggi, -800);
  const anagrafica = (registro: string, campo: string, valori: readonly string[]): Voce[] =>
    valori.map((valore, i) => ({
      at: alle(inizio, i), utente: 'admin', comando: { registro, azione: 'crea' as const, valori: { [campo]: valore } },
    }));
  const tipologie = [...TIPOLOGIE, ...new Set(MODELLI_NOLEGGIO.map((m) => m.tipologia).filter((t) => !TIPOLOGIE.includes(t)))];
  const { cantieri, voci: vociCantieri } = cantieriDemo(oggi, serie);
  const { macchine, voci: vociMacchine } = macchineDemo(oggi, serie);
  const voci = [
    ...(serie === 0
      ? [
          ...anagrafica('tipologia', 'tipologia', tipologie),
          ...anagrafica('meccanici', 'descrizione', MECCANICI),
          ...anagrafica('elencoManutenzioni', 'Descrizione', TIPI_MANUTENZIONE.map(([nome]) => nome)),
        ]
      : []),
    ...vociCantieri,
    ...vociMacchine,
    ...macchine.flatMap((m, i) => [...documentiDemo(m, oggi, i), ...lavoroDemo(m, cantieri, oggi)]),
    ...noleggiDemo(cantieri, oggi, serie),
  ];
  const adesso = Date.parse(`${oggi}T00:00:00Z`);
  return voci.filter((v) => v.at.getTime() < adesso).sort((a, b) => a.at.getTime() - b.at.getTime());
}
