import { addDays } from '#contracts/core/dates.ts';
import { campiFile } from '#contracts/core/documents.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { noleggi as registroNoleggi } from '#contracts/registers/noleggi.ts';
import { cantiereDi, type CantiereDemo } from './cantieri.ts';
import { caso, type Caso } from './random.ts';
import { MODELLI_NOLEGGIO, NOLEGGIATORI, type ModelloNoleggio } from './catalogue-noleggi.ts';
import { scadenza } from './documents.ts';
import { targa } from './macchinari.ts';
import { alle, type FattoNoleggio, type Voce } from './entries.ts';

const CAMPI = campiFile(registroNoleggi as unknown as AnyRegister);

interface NoleggioDemo {
  quale: string;
  modello: ModelloNoleggio;
  noleggiatore: string;
  /** The day it came. */
  arrivo: string;
  c: Caso;
}

interface Periodo {
  numero: number;
  inizio: string;
  fine: string;
  cantiere: string | null;
}

type Quando = (giorno: string, utente: string, fatto: FattoNoleggio) => Voce;

/** What the firm rents in two years: from the day it came, its papers, its photos, its periods on the sites. */
export function noleggiDemo(cantieri: readonly CantiereDemo[], oggi: string, serie: number): Voce[] {
  return MODELLI_NOLEGGIO.flatMap((modello, i) => {
    const quale = `${serie}-${i}`;
    const c = caso(`noleggio-${quale}`);
    const noleggio: NoleggioDemo = { quale, modello, noleggiatore: c.uno(NOLEGGIATORI), arrivo: addDays(oggi, -c.intero(60, 690)), c };
    const quando: Quando = (giorno, utente, fatto) => ({ at: alle(giorno, c.intero(0, 569)), utente, noleggio: { quale, ...fatto } });
    const periodi = periodiDi(noleggio, cantieri);
    return [...arrivo(noleggio, periodi, quando), ...carte(noleggio, oggi, quando), ...foto(noleggio, quando), ...storia(noleggio, periodi, oggi, quando)];
  });
}

function periodiDi({ arrivo: primo, quale, c }: NoleggioDemo, cantieri: readonly CantiereDemo[]): Periodo[] {
  const periodi: Periodo[] = [];
  let inizio = addDays(primo, 1);
  const quanti = c.intero(1, 4);
  for (let numero = 1; numero <= quanti; numero++) {
    const fine = addDays(inizio, c.intero(25, 170));
    periodi.push({ numero, inizio, fine, cantiere: cantiereDi(cantieri, inizio, `noleggio-${quale}`) });
    inizio = addDays(fine, c.intero(1, 20));
  }
  return periodi;
}

function arrivo({ modello, noleggiatore, arrivo: giorno, c }: NoleggioDemo, periodi: readonly Periodo[], quando: Quando): Voce[] {
  const { tipologia, marca, modello: nome, descrizione } = modello;
  const valori = {
    noleggiatore, tipologia, marca, modello: nome, descrizione,
    chassis: tipologia === 'Container' ? null : `${marca.slice(0, 3).toUpperCase()}${c.intero(100_000, 999_999)}`,
    targa: modello.targa ? targa(c) : null, data_inizio: periodi[0]?.inizio ?? null, cantiere: periodi[0]?.cantiere ?? null,
    note: c.vero(0.3) ? c.uno(['Trasporto a carico del noleggiatore', 'Gasolio a nostro carico', 'Assistenza inclusa, 24 ore']) : null,
  };
  return [{ ...quando(giorno, 'direzione', { fatto: 'registrato', valori }), at: alle(giorno, 0) }];
}

/** How often a rental has a document, by field; what has a plate or lifts must have its own. */
function probabilita(campo: string, { targa: conTarga, sollevamento, tipologia }: ModelloNoleggio): number {
  const macchina = tipologia === 'Container' ? 0 : 1;
  const perCampo: Record<string, number> = {
    scheda_tecnica: 0.7, certificato_ce: 0.9 * macchina, carta_circolazione: conTarga ? 1 : 0, assicurazione: conTarga || sollevamento ? 1 : 0.4 * macchina,
    manuale_uso_manutenzione: 0.8 * macchina, catalogo_ricambi: 0.25 * macchina, verifica_funi_catene: sollevamento ? 0.9 : 0, visita_periodica: sollevamento ? 1 : 0,
  };
  return perCampo[campo] ?? 0;
}

function carte({ modello, noleggiatore, arrivo: giorno, c }: NoleggioDemo, oggi: string, quando: Quando): Voce[] {
  return CAMPI.flatMap((field) => {
    if (!c.vero(probabilita(field.campo, modello))) return [];
    const fine = field.kind === 'document' && field.scadenza ? scadenza(oggi, c) : null;
    const righe = [`${modello.marca} ${modello.modello}`, `Noleggiatore: ${noleggiatore}`, fine ? `Valido fino al ${fine}` : `Consegnato il ${giorno}`, 'Documento dimostrativo'];
    const caricato = quando(addDays(giorno, c.intero(1, 6)), c.uno(['direzione', 'admin']), { fatto: 'documento', campo: field.campo, titolo: field.etichetta, righe });
    if (fine === null || field.kind !== 'document' || !field.scadenza) return [caricato];
    return [caricato, quando(addDays(giorno, 7), 'direzione', { fatto: 'modificato', valori: { [field.scadenza]: fine } })];
  });
}

/** Taken on arrival, often from two sides. */
function foto({ modello, arrivo: giorno, c }: NoleggioDemo, quando: Quando): Voce[] {
  const data = addDays(giorno, 1);
  const minuto = c.intero(0, 500);
  return Array.from({ length: c.intero(0, 2) }, (_, i) =>
    ({ ...quando(data, 'direzione', { fatto: 'foto', data, numero: i + 1, disegno: modello.disegno }), at: alle(data, minuto + i) }));
}

function storia({ modello, noleggiatore, c }: NoleggioDemo, periodi: readonly Periodo[], oggi: string, quando: Quando): Voce[] {
  return periodi.flatMap(({ numero: periodo, inizio, fine, cantiere }) => {
    if (inizio >= oggi) return [];
    const tariffa = Math.round((modello.tariffa * (0.92 + c.numero() * 0.16)) / 10) * 10;
    const righe = [`${modello.marca} ${modello.modello}`, `Noleggiatore: ${noleggiatore}`, `Dal ${inizio}`, `Canone mensile: ${tariffa} euro`, 'Documento dimostrativo'];
    const contratto = quando(addDays(inizio, c.intero(1, 5)), 'direzione', { fatto: 'contratto', periodo, data_inizio: inizio, titolo: 'Contratto di noleggio', righe });
    return [
      quando(inizio, 'direzione', { fatto: 'periodo', periodo, valori: { data_inizio: inizio, cantiere, tariffa } }),
      ...(periodo > 1 ? [quando(inizio, 'direzione', { fatto: 'modificato', valori: { cantiere } })] : []),
      ...(c.vero(0.65) ? [contratto] : []),
      quando(addDays(fine, 1), 'direzione', { fatto: 'periodo-finito', periodo, valori: { data_fine: fine } }),
      ...(periodo === periodi.length ? [quando(addDays(fine, 1), 'direzione', { fatto: 'modificato', valori: { data_fine: fine } })] : []),
    ];
  });
}
