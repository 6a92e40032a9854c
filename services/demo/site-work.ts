import { addDays } from '#contracts/core/dates.ts';
import { common, firstOfMonth, lastOfMonth, monthOf, monthsOf } from '#contracts/core/period.ts';
import type { CantiereDemo } from './cantieri.ts';
import type { LavorazioneDemo } from './catalogue-produzione.ts';
import { CONFINED, OPERATORI_DEMO } from './crew.ts';
import type { MacchinaDemo } from './macchinari.ts';
import { random, type RandomSource } from './random.ts';
import { isWorkday } from './workdays.ts';

/** A priced work item of a site. */
export interface SiteItem {
  lavorazione: LavorazioneDemo;
  wbs: string;
  prezzo: number;
}

/** A crew's work on a site in a day; `quantita` is `null` on a day of standstill. */
export interface CrewDay {
  data: string;
  item: SiteItem;
  quantita: number | null;
  operatore: string;
  attrezzatura: string | null;
  /** True if the crew prefers a rental, if one is on the site. */
  rented: boolean;
}

export interface SiteWork {
  cantiere: CantiereDemo;
  wbs: readonly string[];
  items: SiteItem[];
  /** Working days, sorted. */
  days: CrewDay[];
}

/** Number of days on which a crew works in each month while the site is open. */
const DAYS = { least: 5, most: 9 } as const;
/** Possible numbers of crews on a day, each drawn with equal chance. */
const CREWS = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3] as const;

interface Block {
  work: SiteWork;
  days: string[];
  crews: number;
  c: RandomSource;
}

/** Returns work items and crews' work of all sites up to `today`. Each person and machine is on one site a day only. */
export function workOnSites(cantieri: readonly CantiereDemo[], macchine: readonly MacchinaDemo[], today: string): SiteWork[] {
  const works = cantieri.map(emptyWork);
  const blocks = works
    .flatMap((work) => blocksOf(work, today))
    .sort((a, b) => (a.days[0]! < b.days[0]! ? -1 : a.days[0]! > b.days[0]! ? 1 : 0));
  const taken = { operators: new Engaged(), machines: new Engaged() };
  for (const block of blocks) crewsOf(block, macchine, taken);
  for (const { days } of works) days.sort((a, b) => (a.data < b.data ? -1 : a.data > b.data ? 1 : 0));
  return works;
}

function emptyWork(cantiere: CantiereDemo): SiteWork {
  const c = random(`produzione-${cantiere.commessa}`);
  const { wbs, lavorazioni } = cantiere.place;
  const items = lavorazioni.map((lavorazione, i) => ({
    lavorazione,
    wbs: wbs[i % wbs.length]!,
    prezzo: Math.round(lavorazione.prezzo * (0.88 + c.number() * 0.28) * 100) / 100,
  }));
  return { cantiere, wbs, items, days: [] };
}

/** Returns the blocks of days on which crews work on a site, at most one a month. */
function blocksOf(work: SiteWork, today: string): Block[] {
  const { commessa, inizio, fine } = work.cantiere;
  const open = { dal: addDays(inizio, 4), al: addDays(fine ?? today, -1) };
  return monthsOf(open).flatMap((month) => {
    const c = random(`giornate-${commessa}-${month}`);
    const inside = common(open, firstOfMonth(month), lastOfMonth(month));
    const days = inside ? workingDays(inside.dal, inside.al) : [];
    const wanted = Math.min(c.integer(DAYS.least, DAYS.most), days.length);
    // days wrap around the month's end, so that all days of a month have about as many crews
    const from = c.integer(0, Math.max(0, days.length - 1));
    const chosen = [...days, ...days].slice(from, from + wanted).toSorted();
    return chosen.length < 3 ? [] : [{ work, days: chosen, crews: c.one(CREWS), c }];
  });
}

/** Returns the firm's working days, without weekends, the Christmas holidays and the middle of August. */
function workingDays(dal: string, al: string): string[] {
  const days: string[] = [];
  for (let day = dal; day <= al; day = addDays(day, 1)) {
    const date = day.slice(5);
    if (!isWorkday(day) || date > '12-22' || date < '01-07' || (date > '08-07' && date < '08-24')) continue;
    days.push(day);
  }
  return days;
}

/** Tracks the days on which people and machines are engaged. */
class Engaged {
  readonly #days = new Map<string, Set<string>>();

  countOf(name: string): number {
    return this.#days.get(name)?.size ?? 0;
  }

  isFree(name: string, days: readonly string[]): boolean {
    const taken = this.#days.get(name);
    return !taken || days.every((day) => !taken.has(day));
  }

  take(name: string, days: readonly string[]): void {
    this.#days.set(name, new Set([...(this.#days.get(name) ?? []), ...days]));
  }
}

function crewsOf(
  { work, days, crews, c }: Block,
  macchine: readonly MacchinaDemo[],
  { operators, machines }: { operators: Engaged; machines: Engaged },
): void {
  const { commessa } = work.cantiere;
  const still = new Set(days.filter(() => c.chance(0.05)));
  for (let crew = 0; crew < crews; crew += 1) {
    const operatore = OPERATORI_DEMO.filter(
      (name) => (commessa !== CONFINED.commessa || name !== CONFINED.without) && operators.isFree(name, days),
    )
      // the operator with the fewest days so far
      .toSorted((a, b) => operators.countOf(a) - operators.countOf(b))[0];
    if (operatore === undefined) return;
    const item = work.items[(Number(monthOf(days[0]!).slice(5)) + crew) % work.items.length]!;
    const able = macchine.filter(
      ({ matricola, modello, fino }) =>
        item.lavorazione.con.includes(modello.tipologia) && (fino === null || fino > days.at(-1)!) && machines.isFree(matricola, days),
    );
    const before = able.find(({ matricola }) => work.days.some(({ attrezzatura }) => attrezzatura === matricola));
    const attrezzatura = (before ?? (able.length > 0 ? c.one(able) : null))?.matricola ?? null;
    operators.take(operatore, days);
    if (attrezzatura) machines.take(attrezzatura, days);
    const [least, most] = item.lavorazione.giorno;
    const rented = c.chance(0.15);
    for (const data of days) {
      const quantita = Math.round((least + c.number() * (most - least)) * 10) / 10;
      if (still.has(data) && crew > 0) continue;
      work.days.push({ data, item, quantita: still.has(data) ? null : quantita, operatore, attrezzatura, rented });
    }
  }
}

/** Returns the value in cents of a crew's day. */
export const worth = ({ quantita, item }: CrewDay): number => (quantita === null ? 0 : Math.round(quantita * item.prezzo * 100));

/** Returns the cents that a site produced in each month. */
export function producedBy({ days }: SiteWork): ReadonlyMap<string, number> {
  const months = new Map<string, number>();
  for (const day of days) months.set(monthOf(day.data), (months.get(monthOf(day.data)) ?? 0) + worth(day));
  return months;
}
