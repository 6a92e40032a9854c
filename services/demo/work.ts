import { addDays } from '#contracts/core/dates.ts';
import type { Valori } from '#contracts/core/define-register.ts';
import { cantiereDi, type CantiereDemo } from './cantieri.ts';
import { caso, type Caso } from './random.ts';
import { MECCANICI, NOTE_MANUTENZIONE, TIPI_MANUTENZIONE } from './catalogue.ts';
import { MESI, modifica, type MacchinaDemo } from './macchinari.ts';
import { alle, type Voce } from './entries.ts';

const TAGLIANDO = ['Cambio Olio Motore', 'Filtro Motore', 'Filtro Gasolio', 'Filtro Aria Esterno'];
const ALTRE = TIPI_MANUTENZIONE.flatMap(([nome, ogniOre]) => (ogniOre === undefined ? [nome] : []));

/** Two years of work of one machine: readings, services, repairs, excise records. */
export function lavoroDemo(macchina: MacchinaDemo, cantieri: readonly CantiereDemo[], oggi: string): Voce[] {
  const { matricola, modello, ritmo } = macchina;
  if (modello.mese === 0) return [];
  const c = caso(`lavoro-${matricola}`);
  const intervallo = modello.unita === 'km' ? 20_000 : 500;
  const trascura = c.vero(0.14); // lets its last service slip: a purple row
  const items = c.vero(0.4) ? [...TAGLIANDO, 'Filtro Aria Interno', 'Filtro Olio idraulico'] : TAGLIANDO;
  const voci: Voce[] = [];
  let ore = macchina.oreIniziali;
  let fatto = ore - c.intero(0, intervallo / 2);
  for (let mese = MESI; mese >= 0; mese--) {
    const giorno = addDays(oggi, -mese * 30 - c.intero(1, 20));
    if (macchina.venduta && giorno > macchina.venduta) break;
    ore += Math.round(modello.mese * ritmo * (0.6 + c.numero() * 0.8));
    const base = { matricola, descrizione: `${modello.marca} ${modello.modello}`, cantiere: cantiereDi(cantieri, giorno, matricola), data: giorno };
    if (modello.motore && modello.unita === 'h' && c.vero(0.62)) voci.push(accisa(base, ore, c));
    if (ore - fatto >= intervallo * 0.95 && !(trascura && mese < 9)) {
      voci.push(tagliando(base, ore, intervallo, items, c));
      fatto = ore;
    } else if (c.vero(0.3)) voci.push(lettura(base, ore, c));
    if (c.vero(0.12)) voci.push(riparazione(base, ore, c));
    if (mese % 6 === 0) voci.push(modifica(matricola, addDays(giorno, 1), c.intero(0, 50), { ore_km: ore }));
  }
  return voci;
}

type BaseRecord = { matricola: string; descrizione: string; cantiere: string | null; data: string };

function registra(registro: string, data: string, valori: Valori, c: Caso): Voce {
  return { at: alle(data, c.intero(300, 569)), utente: c.uno(['capo', 'capo', 'operaio']), comando: { registro, azione: 'crea', valori } };
}

function accisa(base: BaseRecord, ore: number, c: Caso): Voce {
  const giri = ore * 60 * 1520;
  const { descrizione: _, ...record } = base;
  return registra('accise', base.data, { ...record, m_giri: Math.floor(giri / 1e6), k_giri: Math.floor((giri % 1e6) / 1e3), ore, minuti: c.intero(0, 59) }, c);
}

function lettura(base: BaseRecord, ore: number, c: Caso): Voce {
  return registra('manutenzioni', base.data, { ...base, tipologia: 'Lettura', manutenz_tipo: 'Ordinaria', ore_km: ore }, c);
}

function tagliando(base: BaseRecord, ore: number, intervallo: number, items: readonly string[], c: Caso): Voce {
  return registra('manutenzioni', base.data, {
    ...base, tipologia: c.vero(0.8) ? 'Interna' : 'Esterna', manutenz_tipo: 'Ordinaria', ore_km: ore, costo: c.intero(180, 950),
    manutenzione: items.join(', '), ore_scadenza: ore + intervallo, note: c.uno(NOTE_MANUTENZIONE), meccanico: c.uno(MECCANICI),
  }, c);
}

function riparazione(base: BaseRecord, ore: number, c: Caso): Voce {
  return registra('manutenzioni', base.data, {
    ...base, tipologia: c.vero(0.5) ? 'Esterna' : 'Interna', manutenz_tipo: c.vero(0.7) ? 'Straordinaria' : 'Altro', ore_km: ore,
    costo: c.intero(250, 6800), manutenzione: c.alcuni(ALTRE, c.intero(1, 2)).join(', '), note: c.uno(NOTE_MANUTENZIONE), meccanico: c.uno(MECCANICI),
  }, c);
}
