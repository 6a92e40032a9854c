import { cantieriDemo } from './cantieri.ts';
import { MECCANICI, MANUTENZIONE_TYPES, TIPOLOGIE } from './catalogue.ts';
import { operatoriDemo } from './crew.ts';
import { demoDocuments } from './documents.ts';
import { demoWork } from './work.ts';
import { NOLEGGIO_MODELS } from './catalogue-noleggi.ts';
import { COSTI_DEMO, LAVORAZIONI_DEMO, REFERENTI_DEMO, WBS_DEMO } from './catalogue-produzione.ts';
import { macchineDemo } from './macchinari.ts';
import { noleggiDemo } from './noleggi.ts';
import { mansioniDemo, personaleDemo } from './personale.ts';
import { produzioneDemo } from './produzione.ts';
import { storyDemo } from './story.ts';
import { to, type Entry } from './entries.ts';
import { addDays } from '#contracts/core/dates.ts';
import type { Values } from '#contracts/core/define-register.ts';

/**
 * Everything that happened at the demo firm in two years, in order of time. The same day and the
 * same series give the same list; each further series is another fleet with its own sites.
 */
export function generateDemo(today: string, series: number): Entry[] {
  const start = addDays(today, -800);
  const elenco = (register: string, rows: readonly Values[]): Entry[] =>
    rows.map((values, i) => ({ at: to(start, i), utente: 'admin', command: { register, action: 'create' as const, values } }));
  const anagrafica = (register: string, field: string, values: readonly string[]): Entry[] =>
    elenco(
      register,
      values.map((value) => ({ [field]: value })),
    );
  const tipologie = [...TIPOLOGIE, ...new Set(NOLEGGIO_MODELS.map((m) => m.tipologia).filter((t) => !TIPOLOGIE.includes(t)))];
  const { cantieri, voci } = cantieriDemo(today, series);
  const { macchine, voci: macchineEntries } = macchineDemo(today, series);
  const rentals = noleggiDemo(cantieri, today, series);
  const arrivals = rentals
    .flatMap((entry) => ('noleggio' in entry && entry.noleggio.fatto === 'registrato' ? [entry.at.toISOString().slice(0, 10)] : []))
    .sort();
  const entries = [
    ...(series === 0
      ? [
          ...anagrafica('tipologia', 'tipologia', tipologie),
          ...anagrafica('meccanici', 'descrizione', MECCANICI),
          ...anagrafica(
            'elencoManutenzioni',
            'Descrizione',
            MANUTENZIONE_TYPES.map(([name]) => name),
          ),
          ...anagrafica('wbs', 'descrizione', WBS_DEMO),
          ...operatoriDemo(start),
          ...mansioniDemo(start),
          ...anagrafica(
            'tipologia_costi',
            'descrizione',
            COSTI_DEMO.map(([name]) => name),
          ),
          ...elenco(
            'lavorazioni',
            LAVORAZIONI_DEMO.map(({ descrizione, um, colore }) => ({ descrizione, um, colore })),
          ),
          ...elenco(
            'referenti',
            REFERENTI_DEMO.map(([Nome, Telefono]) => ({ Nome, Telefono })),
          ),
        ]
      : []),
    ...voci,
    ...macchineEntries,
    ...macchine.flatMap((m, i) => [...demoDocuments(m, today, i), ...demoWork(m, cantieri, today)]),
    ...rentals,
    ...personaleDemo(today, series),
    ...(series === 0 ? storyDemo(macchine, cantieri, today) : []),
    // the first series alone knows which matricole its rentals get
    ...produzioneDemo(cantieri, macchine, series === 0 ? arrivals : [], today),
  ];
  const now = Date.parse(`${today}T00:00:00Z`);
  return entries.filter((v) => v.at.getTime() < now).sort((a, b) => a.at.getTime() - b.at.getTime());
}
