import type { ValuesOf } from '#contracts/core/typed-record.ts';
import type { produzione } from '#contracts/registers/produzione.ts';
import { addDays } from '#contracts/core/dates.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { FERMI, NOTE_PRODUZIONE } from './catalogue-produzione.ts';
import { matricoleOf, type NoleggioDemo } from './noleggi.ts';
import { random, type RandomSource } from './random.ts';
import type { CrewDay, SiteItem, SiteWork } from './site-work.ts';
import { to, type Entry } from './entries.ts';

/** Commessa of the site that exceeds its budget. */
const OVER_BUDGET = '0418';

/** Returns the entries of all sites' work items and daily production. `rentals` is empty except in the first series. */
export function produzioneDemo(works: readonly SiteWork[], rentals: readonly NoleggioDemo[], today: string): Entry[] {
  const onSite = rentedOn(rentals);
  return works.flatMap((work) => [...parts(work, today), ...days(work, onSite)]);
}

/** Returns the entries of a site's wbs and of its work items with price and budget, before the start of the site. */
function parts(work: SiteWork, today: string): Entry[] {
  const { commessa, inizio } = work.cantiere;
  const c = random(`parti-${commessa}`);
  const day = addDays(inizio, -2);
  const add = (register: string, minuto: number, values: Values): Entry => ({
    at: to(day, minuto),
    utente: 'direzione',
    command: { register, action: 'create', values: { commessa, ...values } },
  });
  return [
    ...work.wbs.map((descrizione, i) => add('cantieri_wbs', i, { descrizione })),
    ...work.items.map((item, i) =>
      add('cantieri_lavorazioni', 20 + i, {
        lavorazione: item.lavorazione.descrizione,
        descrizione_wbs: item.wbs,
        prezzo: item.prezzo,
        articolo: `NP.${String(c.integer(1, 90)).padStart(2, '0')}`,
        ...budgetOf(work, item, today, c),
      }),
    ),
    {
      at: to(day, 40),
      utente: 'direzione',
      command: {
        register: 'cantieri',
        action: 'change',
        key: commessa,
        values: { lavorazioni: [...new Set(work.items.map(({ lavorazione }) => lavorazione.descrizione))].join(', ') },
      },
    },
  ];
}

/** Days after its start in which an open site uses its budget. */
const WHOLE = 420;

/** Returns the budget of a work item. Ended sites used almost all of it, open ones a part, and one site exceeds it. */
function budgetOf({ cantiere: { commessa, inizio, fine }, days: all }: SiteWork, item: SiteItem, today: string, c: RandomSource): Values {
  const [least, most] = item.lavorazione.giorno;
  const done = all.reduce((sum, day) => sum + (day.item === item ? (day.quantita ?? 0) : 0), 0);
  const running = Math.min(0.9, (Date.parse(today) - Date.parse(inizio)) / 86_400_000 / WHOLE);
  const used = commessa === OVER_BUDGET ? 1.04 + c.number() * 0.08 : fine ? 0.93 + c.number() * 0.06 : running * (0.8 + c.number() * 0.2);
  const round = done > 2000 ? 50 : 10;
  const quantita = done === 0 ? Math.round((least + most) / 10) * 50 : roundBudget(done / used, round, commessa === OVER_BUDGET);
  return { budget_quantita: quantita, budget_importo: Math.round(quantita * item.prezzo * 100) / 100 };
}

/** Rounds a budget up to a multiple of `to`, or down if the site is to exceed it. */
const roundBudget = (value: number, to: number, down: boolean): number =>
  Math.max(to, (down ? Math.floor(value / to) : Math.ceil(value / to)) * to);

/** Returns the entries of daily production. The foreman enters it in the evening, and the office adds forgotten days the next day. */
function days({ cantiere: { commessa }, days: all }: SiteWork, onSite: RentedOn): Entry[] {
  return [...Map.groupBy(all, ({ data }) => data)].map(([data, crews]) => {
    const c = random(`giornata-${commessa}-${data}`);
    const late = c.chance(0.06);
    return {
      at: late ? to(addDays(data, 1), c.integer(0, 120)) : to(data, c.integer(430, 569)),
      utente: late ? 'direzione' : 'capo',
      giornata: { cantiere: commessa, data, righe: crews.map((crew) => line(crew, commessa, onSite, c)) },
    };
  });
}

function line(
  { data, item, quantita, operatore, attrezzatura, rented }: CrewDay,
  commessa: string,
  onSite: RentedOn,
  c: RandomSource,
): ValuesOf<typeof produzione> {
  const noleggio = onSite(commessa, data, rented);
  const base = { wbs: item.wbs, lavorazione: item.lavorazione.descrizione, operatore };
  const equipment = noleggio === null ? ({ noleggio: 0, attrezzatura } as const) : ({ noleggio: 1, attrezzatura: noleggio } as const);
  if (quantita === null) return { ...base, ...equipment, fermo: 1, note: c.one(FERMI) };
  return { ...base, quantita, ...equipment, note: c.chance(0.12) ? c.one(NOTE_PRODUZIONE) : null };
}

/**
 * Returns the matricola of a rental at work on a site on a day, or `null`. A rental is returned if `wanted` is true or if the late rental
 * is on the site.
 */
type RentedOn = (commessa: string, day: string, wanted: boolean) => string | null;

function rentedOn(rentals: readonly NoleggioDemo[]): RentedOn {
  const matricole = matricoleOf(rentals);
  const working = rentals.filter(({ modello }) => modello.lavora);
  const rentedTo = (commessa: string, isRented: (period: NoleggioDemo['periodi'][number]) => boolean) =>
    working.find(({ periodi }) => periodi.some((period) => period.cantiere === commessa && isRented(period)));
  return (commessa, day, wanted) => {
    const isLate = ({ inizio, fine, reso }: NoleggioDemo['periodi'][number]) => inizio <= day && !reso && fine < day;
    const isUnderWay = ({ inizio, fine }: NoleggioDemo['periodi'][number]) => inizio <= day && day <= fine;
    const there = rentedTo(commessa, isLate) ?? (wanted ? rentedTo(commessa, isUnderWay) : undefined);
    return there ? matricole.get(there)! : null;
  };
}
