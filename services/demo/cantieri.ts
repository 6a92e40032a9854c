import { addDays } from '#contracts/core/dates.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { random } from './random.ts';
import { REFERENTI_DEMO } from './catalogue-produzione.ts';
import { COMMITTENTI, PLACES } from './places.ts';
import { to, type Entry } from './entries.ts';

const COLORS = ['#2C6E8C', '#B4632F', '#6A8546', '#5D6874', '#AD8420', '#8E4A55', '#7B6BA6', '#2F8C82', '#6B513F', '#5B8FC7'];
const DIGITS = '0123456789ABCDEF';

export interface CantiereDemo {
  commessa: string;
  inizio: string;
  fine: string | null;
}

/** Sites a series of the demo has. */
const COUNT = 24;

/** Sites of the last two years, one after another; the last ones are still open. */
export function cantieriDemo(today: string, series: number): { cantieri: CantiereDemo[]; voci: Entry[] } {
  const cantieri: CantiereDemo[] = [];
  const entries: Entry[] = [];
  for (let i = 0; i < COUNT; i++) {
    const c = random(`cantiere-${series}-${i}`);
    const place = PLACES[i % PLACES.length]!;
    const commessa = String(400 + series * COUNT + i).padStart(4, '0');
    const start = addDays(today, -760 + Math.floor((i * 700) / COUNT));
    const end = i < COUNT * 0.6 ? addDays(start, c.integer(120, 400)) : null;
    const committente = c.one(COMMITTENTI).replace('{comune}', place.comune).replace('{provincia}', place.provincia);
    const values: Values = {
      commessa,
      colore: COLORS[i % COLORS.length]!,
      committente,
      comune: place.comune,
      indirizzo: place.indirizzo,
      via: place.indirizzo,
      stato: 'Italia',
      provincia: place.provincia,
      data_inizio: start,
      data_fine: end && end < today ? end : null,
      googleIDE: `https://maps.google.com/?q=${encodeURIComponent(`${place.indirizzo}, ${place.comune}`)}`,
      cig: Array.from({ length: 10 }, () => DIGITS[c.integer(0, 15)]).join(''),
      cup: `J${c.integer(10, 99)}B${c.integer(20, 25)}00${c.integer(100_000, 999_999)}000${c.integer(1, 9)}`,
      protocolloL: c.chance(0.4) ? 1 : 0,
      // they were the first to be entered: their numbers are their places
      referente: random(`referente-${commessa}`).integer(1, REFERENTI_DEMO.length),
    };
    cantieri.push({ commessa, inizio: start, fine: values['data_fine'] as string | null });
    entries.push({
      at: to(addDays(start, -3), i * 13),
      utente: 'direzione',
      command: { register: 'cantieri', action: 'create', key: commessa, values },
    });
  }
  return { cantieri, voci: entries };
}

/** A site that was open on `date`, the same one for the same machine and month. */
export function cantiereOf(cantieri: readonly CantiereDemo[], date: string, seed: string): string | null {
  const open = cantieri.filter((k) => k.inizio <= date && (k.fine === null || k.fine >= date));
  return open.length === 0 ? null : random(`${seed}-${date.slice(0, 7)}`).one(open).commessa;
}
