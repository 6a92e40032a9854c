import { addDays } from '#contracts/core/dates.ts';
import type { Valori } from '#contracts/core/define-register.ts';
import { caso } from './random.ts';
import { COMMITTENTI, LUOGHI } from './places.ts';
import { alle, type Voce } from './entries.ts';

const COLORI = ['#2C6E8C', '#B4632F', '#6A8546', '#5D6874', '#AD8420', '#8E4A55', '#7B6BA6', '#2F8C82', '#6B513F', '#5B8FC7'];
const CIFRE = '0123456789ABCDEF';

export interface CantiereDemo {
  commessa: string;
  inizio: string;
  fine: string | null;
}

/** Sites a series of the demo has. */
const QUANTI = 24;

/** Sites of the last two years, one after another; the last ones are still open. */
export function cantieriDemo(oggi: string, serie: number): { cantieri: CantiereDemo[]; voci: Voce[] } {
  const cantieri: CantiereDemo[] = [];
  const voci: Voce[] = [];
  for (let i = 0; i < QUANTI; i++) {
    const c = caso(`cantiere-${serie}-${i}`);
    const luogo = LUOGHI[i % LUOGHI.length]!;
    const commessa = String(400 + serie * QUANTI + i).padStart(4, '0');
    const inizio = addDays(oggi, -760 + Math.floor((i * 700) / QUANTI));
    const fine = i < QUANTI * 0.6 ? addDays(inizio, c.intero(120, 400)) : null;
    const committente = c.uno(COMMITTENTI).replace('{comune}', luogo.comune).replace('{provincia}', luogo.provincia);
    const valori: Valori = {
      commessa, colore: COLORI[i % COLORI.length]!, committente, comune: luogo.comune, indirizzo: luogo.indirizzo, via: luogo.indirizzo,
      stato: 'Italia', provincia: luogo.provincia, data_inizio: inizio, data_fine: fine && fine < oggi ? fine : null,
      googleIDE: `https://maps.google.com/?q=${encodeURIComponent(`${luogo.indirizzo}, ${luogo.comune}`)}`,
      cig: Array.from({ length: 10 }, () => CIFRE[c.intero(0, 15)]).join(''),
      cup: `J${c.intero(10, 99)}B${c.intero(20, 25)}00${c.intero(100_000, 999_999)}000${c.intero(1, 9)}`,
      protocolloL: c.vero(0.4) ? 1 : 0,
    };
    cantieri.push({ commessa, inizio, fine: valori['data_fine'] as string | null });
    voci.push({ at: alle(addDays(inizio, -3), i * 13), utente: 'direzione', comando: { registro: 'cantieri', azione: 'crea', chiave: commessa, valori } });
  }
  return { cantieri, voci };
}

/** A site that was open on `date`, the same one for the same machine and month. */
export function cantiereDi(cantieri: readonly CantiereDemo[], date: string, seme: string): string | null {
  const aperti = cantieri.filter((k) => k.inizio <= date && (k.fine === null || k.fine >= date));
  return aperti.length === 0 ? null : caso(`${seme}-${date.slice(0, 7)}`).uno(aperti).commessa;
}
