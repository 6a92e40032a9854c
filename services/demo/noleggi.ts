import { addDays } from '#contracts/core/dates.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { noleggi as registroNoleggi } from '#contracts/registers/noleggi.ts';
import { cantiereOf, type CantiereDemo } from './cantieri.ts';
import { random, type RandomSource } from './random.ts';
import { NOLEGGIO_MODELS, NOLEGGIATORI, type ModelloNoleggio } from './catalogue-noleggi.ts';
import { scadenza } from './documents.ts';
import { targa } from './macchinari.ts';
import { to, type NoleggioFact, type Entry } from './entries.ts';

const FIELDS = fileFields(registroNoleggi);

interface NoleggioDemo {
  quale: string;
  modello: ModelloNoleggio;
  noleggiatore: string;
  /** The day it came. */
  arrivo: string;
  c: RandomSource;
}

interface Periodo {
  numero: number;
  inizio: string;
  fine: string;
  cantiere: string | null;
}

type When = (day: string, utente: string, fact: NoleggioFact) => Entry;

/** What the firm rents in two years: from the day it came, its papers, its photos, its periods on the sites. */
export function noleggiDemo(cantieri: readonly CantiereDemo[], today: string, series: number): Entry[] {
  return NOLEGGIO_MODELS.flatMap((modello, i) => {
    const which = `${series}-${i}`;
    const c = random(`noleggio-${which}`);
    const noleggio: NoleggioDemo = {
      quale: which,
      modello,
      noleggiatore: c.one(NOLEGGIATORI),
      arrivo: addDays(today, -c.integer(60, 690)),
      c,
    };
    const when: When = (day, utente, fact) => ({ at: to(day, c.integer(0, 569)), utente, noleggio: { quale: which, ...fact } });
    const periodi = periodiOf(noleggio, cantieri);
    return [
      ...arrival(noleggio, periodi, when),
      ...carte(noleggio, today, when),
      ...foto(noleggio, when),
      ...storia(noleggio, periodi, today, when),
    ];
  });
}

function periodiOf({ arrivo, quale, c }: NoleggioDemo, cantieri: readonly CantiereDemo[]): Periodo[] {
  const periodi: Periodo[] = [];
  let start = addDays(arrivo, 1);
  const count = c.integer(1, 4);
  for (let number = 1; number <= count; number++) {
    const end = addDays(start, c.integer(25, 170));
    periodi.push({ numero: number, inizio: start, fine: end, cantiere: cantiereOf(cantieri, start, `noleggio-${quale}`) });
    start = addDays(end, c.integer(1, 20));
  }
  return periodi;
}

function arrival({ modello, noleggiatore, arrivo, c }: NoleggioDemo, periodi: readonly Periodo[], when: When): Entry[] {
  const { tipologia, marca, modello: name, descrizione } = modello;
  const values = {
    noleggiatore,
    tipologia,
    marca,
    modello: name,
    descrizione,
    chassis: tipologia === 'Container' ? null : `${marca.slice(0, 3).toUpperCase()}${c.integer(100_000, 999_999)}`,
    targa: modello.targa ? targa(c) : null,
    data_inizio: periodi[0]?.inizio ?? null,
    cantiere: periodi[0]?.cantiere ?? null,
    note: c.chance(0.3) ? c.one(['Trasporto a carico del noleggiatore', 'Gasolio a nostro carico', 'Assistenza inclusa, 24 ore']) : null,
  };
  return [{ ...when(arrivo, 'direzione', { fatto: 'registrato', valori: values }), at: to(arrivo, 0) }];
}

/** How often a rental has a document, by field; what has a plate or lifts must have its own. */
function probabilita(field: string, { targa: withTarga, sollevamento, tipologia }: ModelloNoleggio): number {
  const macchina = tipologia === 'Container' ? 0 : 1;
  const forField: Record<string, number> = {
    scheda_tecnica: 0.7,
    certificato_ce: 0.9 * macchina,
    carta_circolazione: withTarga ? 1 : 0,
    assicurazione: withTarga || sollevamento ? 1 : 0.4 * macchina,
    manuale_uso_manutenzione: 0.8 * macchina,
    catalogo_ricambi: 0.25 * macchina,
    verifica_funi_catene: sollevamento ? 0.9 : 0,
    visita_periodica: sollevamento ? 1 : 0,
  };
  return forField[field] ?? 0;
}

function carte({ modello, noleggiatore, arrivo, c }: NoleggioDemo, today: string, when: When): Entry[] {
  return FIELDS.flatMap((field) => {
    if (!c.chance(probabilita(field.field, modello))) return [];
    const end = field.kind === 'document' && field.scadenza ? scadenza(today, c) : null;
    const rows = [
      `${modello.marca} ${modello.modello}`,
      `Noleggiatore: ${noleggiatore}`,
      end ? `Valido fino al ${end}` : `Consegnato il ${arrivo}`,
      'Documento dimostrativo',
    ];
    const uploaded = when(addDays(arrivo, c.integer(1, 6)), c.one(['direzione', 'admin']), {
      fatto: 'documento',
      campo: field.field,
      titolo: field.label,
      righe: rows,
    });
    if (end === null || field.kind !== 'document' || !field.scadenza) return [uploaded];
    return [uploaded, when(addDays(arrivo, 7), 'direzione', { fatto: 'modificato', valori: { [field.scadenza]: end } })];
  });
}

/** Taken on arrival, often from two sides. */
function foto({ modello, arrivo, c }: NoleggioDemo, when: When): Entry[] {
  const data = addDays(arrivo, 1);
  const minuto = c.integer(0, 500);
  return Array.from({ length: c.integer(0, 2) }, (_, i) => ({
    ...when(data, 'direzione', { fatto: 'foto', data, numero: i + 1, disegno: modello.disegno }),
    at: to(data, minuto + i),
  }));
}

function storia({ modello, noleggiatore, c }: NoleggioDemo, periodi: readonly Periodo[], today: string, when: When): Entry[] {
  return periodi.flatMap(({ numero, inizio, fine: end, cantiere }) => {
    if (inizio >= today) return [];
    const tariffa = Math.round((modello.tariffa * (0.92 + c.number() * 0.16)) / 10) * 10;
    const rows = [
      `${modello.marca} ${modello.modello}`,
      `Noleggiatore: ${noleggiatore}`,
      `Dal ${inizio}`,
      `Canone mensile: ${tariffa} euro`,
      'Documento dimostrativo',
    ];
    const contratto = when(addDays(inizio, c.integer(1, 5)), 'direzione', {
      fatto: 'contratto',
      periodo: numero,
      data_inizio: inizio,
      titolo: 'Contratto di noleggio',
      righe: rows,
    });
    return [
      when(inizio, 'direzione', { fatto: 'periodo', periodo: numero, valori: { data_inizio: inizio, cantiere, tariffa } }),
      ...(numero > 1 ? [when(inizio, 'direzione', { fatto: 'modificato', valori: { cantiere } })] : []),
      ...(c.chance(0.65) ? [contratto] : []),
      when(addDays(end, 1), 'direzione', { fatto: 'periodo-finito', periodo: numero, valori: { data_fine: end } }),
      ...(numero === periodi.length ? [when(addDays(end, 1), 'direzione', { fatto: 'modificato', valori: { data_fine: end } })] : []),
    ];
  });
}
