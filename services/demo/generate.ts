import { cantieriDemo } from './cantieri.ts';
import { MECCANICI, MANUTENZIONE_TYPES, TIPOLOGIE } from './catalogue.ts';
import { costsDemo } from './costs.ts';
import { operatoriDemo } from './crew.ts';
import { demoDocuments } from './documents.ts';
import { demoWork } from './work.ts';
import { NOLEGGIO_MODELS } from './catalogue-noleggi.ts';
import { COSTI_DEMO, LAVORAZIONI_DEMO, REFERENTI_DEMO, WBS_DEMO } from './catalogue-produzione.ts';
import { guastiDemo } from './guasti.ts';
import { macchineDemo } from './macchinari.ts';
import { siteMonths } from './money.ts';
import { noleggiDemo, rentalsDemo } from './noleggi.ts';
import { payrollDemo, type PayrollMonth } from './payroll.ts';
import { mansioniDemo, personaleDemo } from './personale.ts';
import { produzioneDemo } from './produzione.ts';
import { workOnSites } from './site-work.ts';
import { storyDemo } from './story.ts';
import { to, type Entry } from './entries.ts';
import { addDays } from '#contracts/core/dates.ts';
import type { Values } from '#contracts/core/define-register.ts';

/** Generates the firm's machines, people, sites, rentals and payroll, with the entries of the first three. */
export function firmOf(today: string, series: number) {
  const { cantieri, voci } = cantieriDemo(today, series);
  const { macchine, voci: ofMacchine } = macchineDemo(today, series);
  const { lavoratori, voci: ofLavoratori } = personaleDemo(today, series);
  const works = workOnSites(cantieri, macchine, today);
  const rentals = rentalsDemo(works, today, series);
  const months = siteMonths(works, rentals, today);
  // only the first series has crews, whose operators need a payroll
  const payroll = series === 0 ? payrollDemo(months, lavoratori, today) : [];
  return { cantieri, macchine, works, rentals, months, payroll, voci: [...voci, ...ofMacchine, ...ofLavoratori] };
}

export type Firm = ReturnType<typeof firmOf>;

/** Returns the cents of a site's labour in a month; `null` without an accounting run. */
function labourIn(payroll: readonly PayrollMonth[], mese: string, commessa: string): number | null {
  const known = payroll.find((one) => one.mese === mese && !one.incompleto);
  return known ? (known.manodopera.get(commessa) ?? 0) : null;
}

/**
 * Generates two years of the demo firm's entries, in order of time. The same day and series give the same list. Each further series has its
 * own machines and sites.
 */
export const generateDemo = (today: string, series: number): Entry[] => entriesOf(firmOf(today, series), today, series);

/** Returns the entries of a generated firm, sorted by time. */
export function entriesOf(firm: Firm, today: string, series: number): Entry[] {
  const start = addDays(today, -800);
  const elenco = (register: string, rows: readonly Values[]): Entry[] =>
    rows.map((values, i) => ({ at: to(start, i), utente: 'admin', command: { register, action: 'create' as const, values } }));
  const anagrafica = (register: string, field: string, values: readonly string[]): Entry[] =>
    elenco(
      register,
      values.map((value) => ({ [field]: value })),
    );
  const tipologie = [...TIPOLOGIE, ...new Set(NOLEGGIO_MODELS.map((m) => m.tipologia).filter((t) => !TIPOLOGIE.includes(t)))];
  const { cantieri, macchine, works, rentals, months, payroll } = firm;
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
    ...firm.voci,
    ...macchine.flatMap((m, i) => [...demoDocuments(m, today, i), ...demoWork(m, cantieri, today)]),
    ...noleggiDemo(rentals, today),
    ...(series === 0 ? [...storyDemo(macchine, cantieri, today), ...guastiDemo(macchine, works, today)] : []),
    // only in the first series are the matricole of the rentals known in advance
    ...produzioneDemo(works, series === 0 ? rentals : [], today),
    ...costsDemo(months, ({ mese, work }) => labourIn(payroll, mese, work.cantiere.commessa), today),
  ];
  const now = Date.parse(`${today}T00:00:00Z`);
  return entries.filter((v) => v.at.getTime() < now).sort((a, b) => a.at.getTime() - b.at.getTime());
}
