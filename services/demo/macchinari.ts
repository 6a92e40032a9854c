import { addDays } from '#contracts/core/dates.ts';
import type { Valori } from '#contracts/core/define-register.ts';
import { COMPONENTI } from '#contracts/registers/manut-macchinari.ts';
import { caso, type Caso } from './random.ts';
import { MODELLI, type Modello } from './catalogue.ts';
import { alle, type Voce } from './entries.ts';

export interface MacchinaDemo {
  matricola: string;
  modello: Modello;
  /** Hours or kilometres on the day the demo begins, and how hard it works (1 = a full month's hours). */
  oreIniziali: number;
  ritmo: number;
  venduta: string | null;
}

/** How many months of history the demo has. */
export const MESI = 24;

const MATERIALE_PIANO: Record<(typeof COMPONENTI)[number], readonly [string, string, string]> = {
  filtro_aria_esterno: ['Donaldson P781039', '1', 'ogni 500 h'], filtro_aria_interno: ['Donaldson P777639', '1', 'ogni 1.000 h'],
  filtro_gasolio: ['Mann WK 940/33', '2', 'ogni 500 h'], filtro_olio: ['Mann W 950/26', '1', 'ogni 500 h'],
  filtro_idraulico: ['Hydac 0660 R 010', '2', 'ogni 1.000 h'], essiccatore: ['Wabco 432 410', '1', 'ogni 12 mesi'],
  olio_motore: ['Eni i-Sigma 15W-40', '18', 'ogni 500 h'], olio_cambio: ['Eni Rotra MP 80W-90', '6', 'ogni 2.000 h'],
  olio_idraulico: ['Eni Arnica 46', '220', 'ogni 2.000 h'], olio_pistoni: ['Mobil DTE 25', '12', 'ogni 1.000 h'],
  olio_bielle: ['Eni Blasia 220', '24', 'ogni 1.000 h'], antigelo: ['Eni Antifreeze Plus', '20', 'ogni 24 mesi'],
};

/** Machines a series of the demo has. */
const QUANTE = 80;

/** The fleet, with what was recorded on the day each machine entered the portal. */
export function macchineDemo(oggi: string, serie: number): { macchine: MacchinaDemo[]; voci: Voce[] } {
  const macchine: MacchinaDemo[] = [];
  const voci: Voce[] = [];
  for (let i = serie * QUANTE; i < (serie + 1) * QUANTE; i++) {
    const c = caso(`macchina-${i}`);
    const modello = i < MODELLI.length ? MODELLI[(i * 17) % MODELLI.length]! : c.uno(MODELLI);
    const anno = c.intero(2006, 2023);
    const ritmo = 0.35 + c.numero() * 0.5;
    const oreIniziali = Math.round(modello.mese * ritmo * 12 * (2024 - anno) * 0.8 * (modello.unita === 'km' ? 0.9 : 1));
    const matricola = `A${String(i + 1).padStart(4, '0')}`;
    const giorno = addDays(oggi, -790 + (i % 25));
    const venduta = i % 20 === 13 ? addDays(oggi, -c.intero(40, 300)) : null;
    macchine.push({ matricola, modello, oreIniziali, ritmo, venduta });
    voci.push(...ingresso(matricola, modello, anno, oreIniziali, c, giorno, i));
    if (venduta) voci.push(modifica(matricola, venduta, i, { stato_attuale: 'Venduto' }));
    else if (i % 27 === 20) voci.push(modifica(matricola, addDays(oggi, -c.intero(30, 200)), i, { stato_attuale: 'Demolito' }));
  }
  return { macchine, voci };
}

export function modifica(matricola: string, giorno: string, minuto: number, valori: Valori): Voce {
  return { at: alle(giorno, minuto * 11), utente: 'direzione', comando: { registro: 'macchinari', azione: 'modifica', chiave: matricola, valori } };
}

function ingresso(matricola: string, m: Modello, anno: number, ore: number, c: Caso, giorno: string, i: number): Voce[] {
  const storico = Math.round((m.prezzo * (0.92 + c.numero() * 0.16)) / 100) * 100;
  const valori: Valori = {
    matricola_costr: `${m.marca.slice(0, 2).toUpperCase()}${c.intero(10_000, 99_999)}`,
    tipologia: m.tipologia, marca: m.marca, modello: m.modello, descrizione: m.descrizione,
    chassis: `Z${c.intero(100, 999)}${m.marca.slice(0, 3).toUpperCase()}${c.intero(100_000, 999_999)}`,
    targa: m.targa ? targa(c) : null, stato_attuale: 'Operativo', anno_acquisto: anno, ore_km: m.mese === 0 ? null : ore,
    costo: storico, cespite: `C-${String(1000 + i)}`, costo_storico: storico,
    valore_ammortamento: Math.round(storico * Math.min(1, (2026 - anno) * 0.12)),
  };
  const at = (minuto: number) => alle(giorno, ((i * 17) % 500) + minuto);
  const voci: Voce[] = [{ at: at(0), utente: 'direzione', comando: { registro: 'macchinari', azione: 'crea', chiave: matricola, valori } }];
  voci.push({ at: at(3), utente: 'direzione', comando: { registro: 'datiMacchina', azione: 'crea', chiave: matricola, valori: dati(m, c) } });
  if (m.motore) {
    for (const componente of COMPONENTI.filter((k) => !(k === 'olio_pistoni' || k === 'olio_bielle') || m.tipologia.startsWith('Pompa'))) {
      const [marca_e_modello, quantita, frequenza] = MATERIALE_PIANO[componente];
      if (!c.vero(0.85)) continue;
      voci.push({ at: at(6), utente: 'capo', comando: { registro: 'manutMacchinari', azione: 'crea', valori: { matricola, componente, marca_e_modello, quantita, frequenza } } });
    }
  }
  return voci;
}

function dati(m: Modello, c: Caso): Valori {
  const [lunghezza, larghezza, altezza, peso] = m.misure.map((n) => String(n).replace('.', ','));
  return {
    motore_marca: m.motore?.[0] ?? null, motore_modello: m.motore?.[1] ?? null,
    motore_SN: m.motore ? String(c.intero(10_000_000, 99_999_999)) : null, motore_potenza: m.motore ? `${m.motore[2]} kW` : null,
    trasmissione_marca: m.motore ? 'Bosch Rexroth' : null, trasmissione_modello: m.motore ? c.uno(['A11VO', 'A8VO', 'A4VG']) : null,
    macchina_base_lunghezza: `${lunghezza} m`, macchina_base_larghezza: `${larghezza} m`, macchina_base_altezza: `${altezza} m`, macchina_base_peso: `${peso} t`,
    equipaggiamento: m.sollevamento ? 'Argano, falcone, morse idrauliche' : null,
  };
}

export function targa(c: Caso): string {
  const lettera = () => c.uno([...'ABCDEFGHJKLMNPRSTVWXYZ']);
  return `${c.uno(['F', 'G'])}${lettera()} ${c.intero(100, 999)} ${lettera()}${lettera()}`;
}
