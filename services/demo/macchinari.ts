import { addDays } from '#contracts/core/dates.ts';
import type { Values } from '#contracts/core/define-register.ts';
import type { ValuesOf } from '#contracts/core/typed-record.ts';
import type { macchinari } from '#contracts/registers/macchinari.ts';
import { COMPONENTI, type Componente } from '#contracts/registers/manut-macchinari.ts';
import { random, type RandomSource } from './random.ts';
import { MODELS, type Modello } from './catalogue.ts';
import { readTable } from './tables.ts';
import { to, type Entry } from './entries.ts';

export interface MacchinaDemo {
  matricola: string;
  modello: Modello;
  /** Hours or kilometres on the first day of the demo, and the pace of work (1 means the full hours of a month). */
  oreIniziali: number;
  ritmo: number;
  /** Day of sale or scrapping. */
  fino: string | null;
}

/** Months of history in the demo. */
export const MONTHS = 24;

/** Materials of a component's service: part, quantity and interval. */
const MATERIALE_PIANO = new Map(
  readTable('piano-manutenzione', ['componente', 'marca_e_modello', 'quantita', 'frequenza']).map((row) => [row.componente, row]),
);

/** Maintenance plans by machine whose due dates the portal computes: some by hours, some by months. */
const COUNTED: Readonly<Record<string, Readonly<Partial<Record<Componente, Values>>>>> = {
  A0010: { olio_cambio: { frequenza: 'ogni 1.000 h', ogni_ore: 1000 }, filtro_gasolio: { ogni_ore: 500 } },
  A0011: { essiccatore: { ogni_mesi: 12 }, antigelo: { ogni_mesi: 48 } },
};

/** Responsible people of machines that got one later, by matricola. */
export const RESPONSIBLE_BY_MACHINE: Readonly<Record<string, string>> = {
  A0008: 'capo',
  A0015: 'capo',
  A0018: 'direzione',
  A0024: 'direzione',
  A0027: 'capo',
};

/** Number of machines of a series. */
const COUNT = 80;

/** Returns the machines with the entries that register them. */
export function macchineDemo(today: string, series: number): { macchine: MacchinaDemo[]; voci: Entry[] } {
  const macchine: MacchinaDemo[] = [];
  const entries: Entry[] = [];
  for (let i = series * COUNT; i < (series + 1) * COUNT; i++) {
    const c = random(`macchina-${i}`);
    const modello = i < MODELS.length ? MODELS[(i * 17) % MODELS.length]! : c.one(MODELS);
    const day = addDays(today, -790 + (i % 25));
    const entered = Number(day.slice(0, 4));
    const year = c.integer(entered - 18, entered - 1);
    const pace = 0.35 + c.number() * 0.5;
    const initialOre = Math.round(modello.mese * pace * 12 * (entered - year) * 0.8 * (modello.unita === 'km' ? 0.9 : 1));
    const matricola = `A${String(i + 1).padStart(4, '0')}`;
    const sold = i % 20 === 13 ? addDays(today, -c.integer(40, 300)) : null;
    entries.push(...input({ matricola, modello, year, ore: initialOre, day, index: i }, c));
    const scrapped = sold === null && i % 27 === 20 ? addDays(today, -c.integer(30, 200)) : null;
    const gone = sold ?? scrapped;
    if (gone) entries.push(change(matricola, gone, i, { stato_attuale: sold ? 'Venduto' : 'Demolito' }));
    macchine.push({ matricola, modello, oreIniziali: initialOre, ritmo: pace, fino: gone });
  }
  return { macchine, voci: entries };
}

/** Returns the entry of a change of a machine's record on a day. */
export function change(matricola: string, day: string, minuto: number, values: ValuesOf<typeof macchinari>): Entry {
  return { at: to(day, minuto * 11), utente: 'direzione', command: { register: 'macchinari', action: 'change', key: matricola, values } };
}

interface Purchase {
  matricola: string;
  modello: Modello;
  year: number;
  /** Reading of the counter on `day`. */
  ore: number;
  day: string;
  index: number;
}

/** Returns the entries that register a machine with its data and its maintenance plan. */
function input({ matricola, modello: m, year, ore, day, index: i }: Purchase, c: RandomSource): Entry[] {
  const storico = Math.round((m.prezzo * (0.92 + c.number() * 0.16)) / 100) * 100;
  const values = {
    matricola_costr: `${m.marca.slice(0, 2).toUpperCase()}${c.integer(10_000, 99_999)}`,
    tipologia: m.tipologia,
    marca: m.marca,
    modello: m.modello,
    descrizione: m.descrizione,
    chassis: `Z${c.integer(100, 999)}${m.marca.slice(0, 3).toUpperCase()}${c.integer(100_000, 999_999)}`,
    targa: m.targa ? targa(c, year) : null,
    stato_attuale: 'Operativo',
    anno_acquisto: year,
    ore_km: m.mese === 0 ? null : ore,
    costo: storico,
    cespite: `C-${String(1000 + i)}`,
    costo_storico: storico,
    valore_ammortamento: Math.round(storico * Math.min(1, (Number(day.slice(0, 4)) - year) * 0.12)),
    responsabile: i % 10 === 9 || matricola in RESPONSIBLE_BY_MACHINE ? null : m.unita === 'km' ? 'direzione' : 'capo',
  } satisfies ValuesOf<typeof macchinari>;
  const at = (minuto: number) => to(day, ((i * 17) % 500) + minuto);
  const entries: Entry[] = [
    { at: at(0), utente: 'direzione', command: { register: 'macchinari', action: 'create', key: matricola, values } },
  ];
  entries.push({
    at: at(3),
    utente: 'direzione',
    command: { register: 'datiMacchina', action: 'create', key: matricola, values: data(m, c) },
  });
  if (m.motore) {
    for (const componente of COMPONENTI.filter((k) => !(k === 'olio_pistoni' || k === 'olio_bielle') || m.tipologia.startsWith('Pompa'))) {
      if (!c.chance(0.85)) continue;
      entries.push({
        at: at(6),
        utente: 'direzione',
        command: {
          register: 'manutMacchinari',
          action: 'create',
          values: { matricola, ...MATERIALE_PIANO.get(componente), ...COUNTED[matricola]?.[componente] },
        },
      });
    }
  }
  return [...entries, ...curve(matricola, m, i).map((values) => ({ at: at(9), utente: 'direzione', command: values }))];
}

/** Points of a consumption curve: revolutions per minute, and litres an hour for each kW of the engine. */
const CONSUMPTION = [
  [900, 0.06],
  [1500, 0.11],
  [1900, 0.16],
] as const;

/** Returns the commands that record the consumption curve of a machine with an hour counter; none for a few machines. */
function curve(matricola: string, { motore, unita }: Modello, i: number): { register: string; action: 'create'; values: Values }[] {
  if (!motore || unita !== 'h' || i % 9 === 4) return [];
  return CONSUMPTION.map(([giri, litres]) => ({
    register: 'curve_consumo',
    action: 'create',
    values: { matricola, giri, litri_ora: Math.round(motore[2] * litres * 10) / 10 },
  }));
}

function data(m: Modello, c: RandomSource): Values {
  const [lunghezza, width, height, peso] = m.misure.map((n) => String(n).replace('.', ','));
  return {
    motore_marca: m.motore?.[0] ?? null,
    motore_modello: m.motore?.[1] ?? null,
    motore_SN: m.motore ? String(c.integer(10_000_000, 99_999_999)) : null,
    motore_potenza: m.motore ? `${m.motore[2]} kW` : null,
    trasmissione_marca: m.motore ? 'Bosch Rexroth' : null,
    trasmissione_modello: m.motore ? c.one(['A11VO', 'A8VO', 'A4VG']) : null,
    macchina_base_lunghezza: `${lunghezza} m`,
    macchina_base_larghezza: `${width} m`,
    macchina_base_altezza: `${height} m`,
    macchina_base_peso: `${peso} t`,
    equipaggiamento: m.sollevamento ? 'Argano, falcone, morse idrauliche' : null,
  };
}

/** First letters of plates, with the first year in which they were issued. */
const PLATES = [
  [2020, 'FG'],
  [2015, 'EF'],
  [2010, 'DE'],
  [0, 'CD'],
] as const;

/** Returns a plate that could have been issued in `year`. */
export function targa(c: RandomSource, year: number): string {
  const letter = () => c.one([...'ABCDEFGHJKLMNPRSTVWXYZ']);
  const first = PLATES.find(([from]) => from <= year)![1];
  return `${c.one([...first])}${letter()} ${c.integer(100, 999)} ${letter()}${letter()}`;
}
