import { addDays } from '#contracts/core/dates.ts';
import { matricolaNoleggio } from '#contracts/modules/noleggi.ts';
import type { Values } from '#contracts/core/define-register.ts';
import type { CantiereDemo } from './cantieri.ts';
import {
  COSTI_DEMO,
  FERMI,
  LAVORAZIONI_DEMO,
  NOTE_PRODUZIONE,
  OPERATORI_DEMO,
  WBS_DEMO,
  type LavorazioneDemo,
} from './catalogue-produzione.ts';
import type { MacchinaDemo } from './macchinari.ts';
import { random, type RandomSource } from './random.ts';
import { to, type Entry } from './entries.ts';

/** Who writes down the days of a site: a third of them are the foreman's own. */
const WRITERS = ['capo', 'direzione', 'admin'] as const;
/** A crew works on a site for some weeks, then elsewhere. */
const CAMPAIGN = { least: 9, most: 26, pause: [24, 70] } as const;

interface SiteWork {
  cantiere: CantiereDemo;
  wbs: string[];
  items: { lavorazione: LavorazioneDemo; wbs: string; prezzo: number }[];
  writer: string;
  c: RandomSource;
}

/** What every site is made of, what it produced day by day and what it cost, up to `today`. `arrivals`: the days rentals came, in order. */
export function produzioneDemo(
  cantieri: readonly CantiereDemo[],
  macchine: readonly MacchinaDemo[],
  arrivals: readonly string[],
  today: string,
): Entry[] {
  return cantieri.flatMap((cantiere, i) => {
    const work = workOf(cantiere, i);
    return [...parts(work), ...days(work, macchine, arrivals, today), ...costs(work, today)];
  });
}

function workOf(cantiere: CantiereDemo, i: number): SiteWork {
  const c = random(`produzione-${cantiere.commessa}`);
  const wbs = c.some(WBS_DEMO, c.integer(2, 4));
  // jet grouting is what the firm is known for
  const [jet, ...others] = LAVORAZIONI_DEMO;
  const chosen = [...(jet && c.chance(0.65) ? [jet] : []), ...c.some(others, c.integer(2, 3))];
  const items = chosen.map((lavorazione) => ({
    lavorazione,
    wbs: c.one(wbs),
    prezzo: Math.round(lavorazione.prezzo * (0.88 + c.number() * 0.28) * 100) / 100,
  }));
  return { cantiere, wbs, items, writer: WRITERS[i % WRITERS.length] ?? 'admin', c };
}

/** Wbs and priced work items, on the day after the site was opened. */
function parts({ cantiere: { commessa, inizio }, wbs, items, c }: SiteWork): Entry[] {
  const day = addDays(inizio, -2);
  const add = (register: string, minuto: number, values: Values): Entry => ({
    at: to(day, minuto),
    utente: 'direzione',
    command: { register, action: 'create', values: { commessa, ...values } },
  });
  return [
    ...wbs.map((descrizione, i) => add('cantieri_wbs', i, { descrizione })),
    ...items.map(({ lavorazione, wbs: descrizione_wbs, prezzo }, i) =>
      add('cantieri_lavorazioni', 20 + i, {
        lavorazione: lavorazione.descrizione,
        descrizione_wbs,
        prezzo,
        articolo: `NP.${String(c.integer(1, 90)).padStart(2, '0')}`,
      }),
    ),
    {
      at: to(day, 40),
      utente: 'direzione',
      command: {
        register: 'cantieri',
        action: 'change',
        key: commessa,
        values: { lavorazioni: [...new Set(items.map(({ lavorazione }) => lavorazione.descrizione))].join(', ') },
      },
    },
  ];
}

function days(work: SiteWork, macchine: readonly MacchinaDemo[], arrivals: readonly string[], today: string): Entry[] {
  const {
    cantiere: { commessa, inizio, fine },
    writer,
    c,
  } = work;
  const end = fine ?? today;
  const entries: Entry[] = [];
  for (let start = addDays(inizio, c.integer(3, 25)); start < end; start = addDays(start, c.integer(...CAMPAIGN.pause))) {
    const last = addDays(start, c.integer(CAMPAIGN.least, CAMPAIGN.most));
    for (; start < last && start < end; start = addDays(start, 1)) {
      if (!worked(start, c)) continue;
      const righe = linesOf(work, macchine, arrivals.filter((day) => day < start).length, start);
      entries.push({ at: to(start, c.integer(430, 569)), utente: writer, giornata: { cantiere: commessa, data: start, righe } });
    }
  }
  return entries;
}

/** Never on Sundays nor at the turn of the year, seldom on Saturdays, slowly in August. */
function worked(day: string, c: RandomSource): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const [month = '', date = ''] = day.slice(5).split('-');
  if (weekday === 0 || (month === '12' && date > '22') || (month === '01' && date < '07') || (month === '08' && date > '07' && date < '25'))
    return false;
  if (weekday === 6) return c.chance(0.15);
  return c.chance(month === '08' ? 0.35 : 0.88);
}

function linesOf({ items, c }: SiteWork, macchine: readonly MacchinaDemo[], rentals: number, day: string): Values[] {
  if (c.chance(0.05)) {
    const item = c.one(items);
    return [{ fermo: 1, wbs: item.wbs, lavorazione: item.lavorazione.descrizione, operatore: c.one(OPERATORI_DEMO), note: c.one(FERMI) }];
  }
  const one = c.one(items);
  // two items in a day, or two crews on the same one
  const done = c.chance(0.25) ? c.some(items, 2) : c.chance(0.2) ? [one, one] : [one];
  return done.map(({ lavorazione, wbs }) => {
    const [least, most] = lavorazione.giorno;
    return {
      wbs,
      lavorazione: lavorazione.descrizione,
      quantita: Math.round((least + c.number() * (most - least)) * 10) / 10,
      operatore: c.one(OPERATORI_DEMO),
      ...equipment(lavorazione, macchine, rentals, day, c),
      note: c.chance(0.12) ? c.one(NOTE_PRODUZIONE) : null,
    };
  });
}

/** One of the firm's machines that can do it, sometimes one of the `rentals` that have come by then. */
function equipment({ con }: LavorazioneDemo, macchine: readonly MacchinaDemo[], rentals: number, day: string, c: RandomSource): Values {
  if (rentals > 0 && c.chance(0.12)) return { noleggio: 1, attrezzatura: matricolaNoleggio(c.integer(1, rentals)) };
  const able = macchine.filter(({ modello, venduta }) => con.includes(modello.tipologia) && (venduta === null || venduta > day));
  return { noleggio: 0, attrezzatura: able.length === 0 ? null : c.one(able).matricola };
}

/** A few costs a month while the site is open. */
function costs({ cantiere: { commessa, inizio, fine }, wbs, c }: SiteWork, today: string): Entry[] {
  const entries: Entry[] = [];
  for (let day = addDays(inizio, 12); day < (fine ?? today); day = addDays(day, c.integer(9, 30))) {
    const [tipologia_costo, [cheap, dear], [few, many]] = c.one(COSTI_DEMO);
    entries.push({
      at: to(day, c.integer(60, 400)),
      utente: c.one(['direzione', 'admin']),
      command: {
        register: 'costi',
        action: 'create',
        values: {
          data: day,
          cantiere: commessa,
          wbs: c.one(wbs),
          tipologia_costo,
          quantita: c.integer(few, many),
          importo: Math.round((cheap + c.number() * (dear - cheap)) * 100) / 100,
        },
      },
    });
  }
  return entries;
}
