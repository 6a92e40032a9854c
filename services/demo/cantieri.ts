import type { ValuesOf } from '#contracts/core/typed-record.ts';
import type { cantieri as register } from '#contracts/registers/cantieri.ts';
import { addDays } from '#contracts/core/dates.ts';
import { SERIES_COLORS } from '#contracts/core/series-colors.ts';
import { random } from './random.ts';
import { REFERENTI_DEMO } from './catalogue-produzione.ts';
import { PLACES, type Place } from './places.ts';
import { to, type Entry } from './entries.ts';

const DIGITS = '0123456789ABCDEF';

export interface CantiereDemo {
  commessa: string;
  place: Place;
  inizio: string;
  /** Last day; `null` for an open site. */
  fine: string | null;
}

/** Number of sites of a series; the first ones have ended. */
const COUNT = 24;
const ENDED = COUNT * 0.6;
/** Days from today until the agreed end of some open sites, by index. */
const TO_END: Readonly<Record<number, number>> = { 16: 24, 18: 79, 20: 164 };
/** Responsible person of the sites that the foreman does not lead; `null` for nobody. */
const LEADERS: Readonly<Record<number, string | null>> = { 4: 'direzione', 9: null, 12: 'direzione', 17: 'direzione', 21: null };

/** Returns the sites of the last two years with their entries. They start one after another, and the last ones are still open. */
export function cantieriDemo(today: string, series: number): { cantieri: CantiereDemo[]; voci: Entry[] } {
  const cantieri: CantiereDemo[] = [];
  const entries: Entry[] = [];
  for (let i = 0; i < COUNT; i++) {
    const c = random(`cantiere-${series}-${i}`);
    const place = PLACES[i % PLACES.length]!;
    const commessa = String(400 + series * COUNT + i).padStart(4, '0');
    const start = addDays(today, -760 + Math.floor((i * 700) / COUNT));
    const end = i < ENDED ? addDays(start, c.integer(95, 190)) : null;
    const values: ValuesOf<typeof register> = {
      colore: SERIES_COLORS[i % SERIES_COLORS.length]![1],
      committente: place.committente,
      comune: place.comune,
      indirizzo: place.indirizzo,
      via: place.indirizzo,
      stato: 'Italia',
      provincia: place.provincia,
      data_inizio: start,
      googleIDE: `https://maps.google.com/?q=${encodeURIComponent(`${place.indirizzo}, ${place.comune}`)}`,
      cig: Array.from({ length: 10 }, () => DIGITS[c.integer(0, 15)]).join(''),
      cup: `J${c.integer(10, 99)}B${c.integer(20, 25)}00${c.integer(100_000, 999_999)}000${c.integer(1, 9)}`,
      protocolloL: c.chance(0.4) ? 1 : 0,
      // these records are created first, so their numbers equal their positions
      referente: random(`referente-${commessa}`).integer(1, REFERENTI_DEMO.length),
      responsabile: i in LEADERS ? LEADERS[i]! : 'capo',
    };
    cantieri.push({ commessa, place, inizio: start, fine: end });
    const siteEntry = (day: string, action: 'create' | 'change', changes: ValuesOf<typeof register>): Entry => ({
      at: to(day, i * 13),
      utente: 'direzione',
      command: { register: 'cantieri', action, key: commessa, values: changes },
    });
    entries.push(siteEntry(addDays(start, -3), 'create', values));
    if (end !== null) entries.push(siteEntry(end, 'change', { data_fine: end }));
    else if (i in TO_END) entries.push(siteEntry(addDays(today, -21), 'change', { data_fine: addDays(today, TO_END[i]!) }));
  }
  return { cantieri, voci: entries };
}

/** Returns the commessa of a site that is open on `date`, the same for all dates of a month; `null` if none is open. */
export function cantiereOf(cantieri: readonly CantiereDemo[], date: string, seed: string): string | null {
  const open = cantieri.filter((k) => k.inizio <= date && (k.fine === null || k.fine >= date));
  return open.length === 0 ? null : random(`${seed}-${date.slice(0, 7)}`).one(open).commessa;
}
