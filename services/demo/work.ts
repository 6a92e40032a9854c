import { addDays } from '#contracts/core/dates.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { cantiereOf, type CantiereDemo } from './cantieri.ts';
import { random, type RandomSource } from './random.ts';
import { MANUTENZIONE_TYPES, mechanicsOf, NOTE_MANUTENZIONE } from './catalogue.ts';
import { MONTHS, change, type MacchinaDemo } from './macchinari.ts';
import { to, type Entry } from './entries.ts';
import { workdayBefore } from './workdays.ts';

const TAGLIANDO = ['Cambio Olio Motore', 'Filtro Motore', 'Filtro Gasolio', 'Filtro Aria Esterno'];
const OTHERS = MANUTENZIONE_TYPES.flatMap(([name, everyOre]) => (everyOre === undefined ? [name] : []));

/** Machine whose counters were replaced and restarted at zero, with the number of months since. */
const NEW_COUNTERS = { matricola: 'A0048', month: 3 };

/** Returns two years of entries about one machine's work: readings, services, repairs, excise records. */
export function demoWork(macchina: MacchinaDemo, cantieri: readonly CantiereDemo[], today: string): Entry[] {
  const { matricola, modello, ritmo: pace } = macchina;
  if (modello.mese === 0) return [];
  const c = random(`lavoro-${matricola}`);
  const range = modello.unita === 'km' ? 20_000 : 500;
  const neglect = c.chance(0.14); // the last service is overdue, which shows as a purple row
  const items = c.chance(0.4) ? [...TAGLIANDO, 'Filtro Aria Interno', 'Filtro Olio idraulico'] : TAGLIANDO;
  const entries: Entry[] = [];
  let ore = macchina.oreIniziali;
  let fact = ore - c.integer(0, range / 2);
  let replaced = 0;
  for (let month = MONTHS; month >= 0; month--) {
    const day = workdayBefore(addDays(today, -month * 30 - c.integer(1, 20)));
    if (macchina.fino && day >= macchina.fino) break;
    ore += Math.round(modello.mese * pace * (0.6 + c.number() * 0.8));
    const base = {
      matricola,
      descrizione: `${modello.marca} ${modello.modello}`,
      cantiere: cantiereOf(cantieri, day, matricola),
      data: day,
    };
    if (matricola === NEW_COUNTERS.matricola && month === NEW_COUNTERS.month) replaced = ore;
    if (modello.motore && modello.unita === 'h' && c.chance(0.62)) entries.push(accisa(base, ore - replaced, c));
    if (ore - fact >= range * 0.95 && !(neglect && month < 9)) {
      entries.push(tagliando({ ...base, ore_km: ore }, range, items, c));
      fact = ore;
    } else if (c.chance(0.3)) entries.push(read(base, ore, c));
    if (c.chance(0.12)) entries.push(repair(base, ore, c));
    if (month % 6 === 0) entries.push(change(matricola, addDays(day, 1), c.integer(0, 50), { ore_km: ore }));
  }
  return entries;
}

type BaseRecord = { matricola: string; descrizione: string; cantiere: string | null; data: string };

function recordWork(register: string, data: string, values: Values, c: RandomSource): Entry {
  return { at: to(data, c.integer(300, 569)), utente: c.one(['capo', 'capo', 'operaio']), command: { register, action: 'create', values } };
}

function accisa(base: BaseRecord, ore: number, c: RandomSource): Entry {
  const giri = ore * 60 * 1520;
  const { descrizione: _, ...record } = base;
  return recordWork(
    'accise',
    base.data,
    { ...record, m_giri: Math.floor(giri / 1e6), k_giri: Math.floor((giri % 1e6) / 1e3), ore, minuti: c.integer(0, 59) },
    c,
  );
}

function read(base: BaseRecord, ore: number, c: RandomSource): Entry {
  return recordWork('manutenzioni', base.data, { ...base, tipologia: 'Lettura', manutenz_tipo: 'Ordinaria', ore_km: ore }, c);
}

function tagliando(base: BaseRecord & { ore_km: number }, range: number, items: readonly string[], c: RandomSource): Entry {
  const tipologia = c.chance(0.8) ? 'Interna' : 'Esterna';
  return recordWork(
    'manutenzioni',
    base.data,
    {
      ...base,
      tipologia,
      manutenz_tipo: 'Ordinaria',
      costo: c.integer(180, 950),
      manutenzione: items.join(', '),
      ore_scadenza: base.ore_km + range,
      note: c.one(NOTE_MANUTENZIONE),
      meccanico: c.one(mechanicsOf(tipologia)),
    },
    c,
  );
}

function repair(base: BaseRecord, ore: number, c: RandomSource): Entry {
  const tipologia = c.chance(0.5) ? 'Esterna' : 'Interna';
  return recordWork(
    'manutenzioni',
    base.data,
    {
      ...base,
      tipologia,
      manutenz_tipo: c.chance(0.7) ? 'Straordinaria' : 'Altro',
      ore_km: ore,
      costo: c.integer(250, 6800),
      manutenzione: c.some(OTHERS, c.integer(1, 2)).join(', '),
      note: c.one(NOTE_MANUTENZIONE),
      meccanico: c.one(mechanicsOf(tipologia)),
    },
    c,
  );
}
