import type { ValuesOf } from '#contracts/core/typed-record.ts';
import { addDays } from '#contracts/core/dates.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { firstOfMonth, lastOfMonth, monthOf, monthsOf, type Period } from '#contracts/core/period.ts';
import { rentalCost } from '#contracts/modules/andamento/rental.ts';
import { matricolaNoleggio } from '#contracts/modules/noleggi.ts';
import { addMonths } from '#contracts/modules/scadenze/due-date.ts';
import { noleggi as registroNoleggi } from '#contracts/registers/noleggi.ts';
import { notesOf } from './catalogue.ts';
import { random, type RandomSource } from './random.ts';
import { NOLEGGIO_MODELS, NOLEGGIATORI, type ModelloNoleggio } from './catalogue-noleggi.ts';
import { scadenza } from './documents.ts';
import { targa } from './macchinari.ts';
import { producedBy, type SiteWork } from './site-work.ts';
import { kindOf, latest, paper, type Kind } from './validity.ts';
import { to, type NoleggioFact, type Entry, type RenewalEntry } from './entries.ts';

const FIELDS = fileFields(registroNoleggi);

/** A rental with its periods on sites. */
export interface NoleggioDemo {
  quale: string;
  modello: ModelloNoleggio;
  noleggiatore: string;
  /** Day of arrival. */
  arrivo: string;
  periodi: readonly Periodo[];
  c: RandomSource;
}

export interface Periodo {
  numero: number;
  inizio: string;
  /** Agreed day of return. */
  fine: string;
  /** False for the late rental, which still works after `fine`. */
  reso: boolean;
  cantiere: string;
  tariffa: number;
}

type When = (day: string, utente: string, fact: NoleggioFact) => Entry;

/** The late rental: its index in the list, the days from its agreed return to the site's last working day, and the most days since then. */
const LATE = { place: 22, days: 3, ago: 22 } as const;

/**
 * Returns two years of rentals. Each is on sites that work in every month of the rental and whose production covers its cost. One rental is
 * late: its agreed return has passed, and it still works.
 */
export function rentalsDemo(works: readonly SiteWork[], today: string, series: number): NoleggioDemo[] {
  const room = roomOn(works, today);
  const late = latePeriod(works, room, today);
  return NOLEGGIO_MODELS.map((modello, i): NoleggioDemo => {
    const rentalName = `${series}-${i}`;
    const c = random(`noleggio-${rentalName}`);
    const noleggiatore = c.one(NOLEGGIATORI);
    const arrival = addDays(today, -c.integer(60, 690));
    const periodi = i === LATE.place && late ? [late] : periodiOf({ quale: rentalName, modello, c }, arrival, room, today);
    return { quale: rentalName, modello, noleggiatore, arrivo: addDays(periodi[0]?.inizio ?? today, -1), periodi, c };
  });
}

/** Returns the period of the late rental, on the site that worked last; `null` if no site's production covers the cost. */
function latePeriod(works: readonly SiteWork[], room: Room, today: string): Periodo | null {
  const tariffa = NOLEGGIO_MODELS[LATE.place]!.tariffa;
  const lastWorkedDay = (commessa: string) =>
    works.find(({ cantiere }) => cantiere.commessa === commessa)!.days.findLast(({ quantita }) => quantita !== null)?.data ?? '';
  for (const days of [75, 60, 45, 40]) {
    const from = addDays(today, -days);
    const sites = room
      .sites(from, today, tariffa)
      .filter(({ commessa, fine }) => fine === today && lastWorkedDay(commessa) > addDays(today, -LATE.ago))
      .toSorted((a, b) => (lastWorkedDay(a.commessa) < lastWorkedDay(b.commessa) ? 1 : -1));
    if (!sites[0]) continue;
    const { commessa: cantiere } = sites[0];
    room.take(cantiere, { dal: from, al: today }, tariffa);
    return { numero: 1, inizio: from, fine: addDays(lastWorkedDay(cantiere), -LATE.days), reso: false, cantiere, tariffa };
  }
  return null;
}

interface Room {
  /** Returns the sites that are open on `day` and can pay the monthly `rate` until `end`, each with its last working day. */
  sites(day: string, end: string, rate: number): { commessa: string; fine: string }[];
  take(commessa: string, period: Period, rate: number): void;
}

/** Largest share of a site's monthly production that rentals may cost. */
const SHARE = 0.22;

function roomOn(works: readonly SiteWork[], today: string): Room {
  const remainingCents = new Map(
    works.map((work) => [work.cantiere.commessa, new Map([...producedBy(work)].map(([month, cents]) => [month, cents * SHARE]))]),
  );
  const monthlyCosts = (period: Period, rate: number) =>
    monthsOf(period).map((month) => {
      const within = { dal: firstOfMonth(month), al: lastOfMonth(month) < today ? lastOfMonth(month) : today };
      return [
        month,
        (rentalCost({ data_inizio: period.dal, data_fine: period.al, tariffa: rate }, within, today)?.importo ?? 0) * 100,
      ] as const;
    });
  return {
    sites: (day, end, rate) =>
      works.flatMap(({ cantiere: { commessa, inizio, fine } }) => {
        if (inizio > day || (fine !== null && fine <= addDays(day, 20))) return [];
        const last = fine !== null && fine <= end ? addDays(fine, -1) : end;
        const months = monthlyCosts({ dal: day, al: last }, rate).filter(([month]) => month <= monthOf(today));
        const running = monthOf(today);
        const pays = months.every(([month, cents]) => month === running || (remainingCents.get(commessa)!.get(month) ?? 0) > cents);
        return pays && months.length > 0 ? [{ commessa, fine: last }] : [];
      }),
    take(commessa, period, rate) {
      const months = remainingCents.get(commessa)!;
      for (const [month, cents] of monthlyCosts(period, rate)) months.set(month, (months.get(month) ?? 0) - cents);
    },
  };
}

function periodiOf(
  { quale, modello, c }: Pick<NoleggioDemo, 'quale' | 'modello' | 'c'>,
  earliest: string,
  room: Room,
  today: string,
): Periodo[] {
  const periodi: Periodo[] = [];
  const count = c.integer(1, 4);
  let from = earliest;
  while (periodi.length < count && from < today) {
    const end = addDays(from, c.integer(25, 170));
    const tariffa = Math.round((modello.tariffa * (0.92 + c.number() * 0.16)) / 10) * 10;
    const sites = room.sites(from, end, tariffa);
    if (sites.length === 0) {
      from = addDays(from, 9);
      continue;
    }
    const { commessa, fine } = random(`${quale}-${from}`).one(sites);
    room.take(commessa, { dal: from, al: fine }, tariffa);
    periodi.push({ numero: periodi.length + 1, inizio: from, fine, reso: fine < today, cantiere: commessa, tariffa });
    from = addDays(fine, c.integer(1, 20));
  }
  return periodi;
}

/** Returns the matricola of each rental, numbered by arrival. */
export const matricoleOf = (rentals: readonly NoleggioDemo[]): ReadonlyMap<NoleggioDemo, string> =>
  new Map(
    rentals.toSorted((a, b) => (a.arrivo < b.arrivo ? -1 : a.arrivo > b.arrivo ? 1 : 0)).map((one, i) => [one, matricolaNoleggio(i + 1)]),
  );

/** Returns the entries of the rentals: arrival, documents, photos and periods on sites. */
export function noleggiDemo(rentals: readonly NoleggioDemo[], today: string): Entry[] {
  return rentals.flatMap((noleggio) => {
    const { quale, c } = noleggio;
    const when: When = (day, utente, fact) => ({ at: to(day, c.integer(0, 569)), utente, noleggio: { quale, ...fact } });
    return [...arrival(noleggio, when), ...carte(noleggio, today, when), ...foto(noleggio, when), ...storia(noleggio, today, when)];
  });
}

function arrival({ quale, modello, noleggiatore, arrivo, periodi, c }: NoleggioDemo, when: When): Entry[] {
  const { tipologia, marca, modello: name, descrizione } = modello;
  const [first] = periodi;
  const values = {
    noleggiatore,
    tipologia,
    marca,
    modello: name,
    descrizione,
    chassis: tipologia === 'Container' ? null : `${marca.slice(0, 3).toUpperCase()}${c.integer(100_000, 999_999)}`,
    targa: modello.targa ? targa(c, 2021) : null,
    data_inizio: first?.inizio ?? null,
    cantiere: first?.cantiere ?? null,
    data_fine: first?.fine ?? null,
    note: c.chance(0.3) ? c.one(notesOf('noleggio')) : null,
    responsabile: quale.endsWith('7') ? null : modello.lavora ? 'capo' : 'direzione',
  } satisfies ValuesOf<typeof registroNoleggi>;
  return [{ ...when(arrivo, 'direzione', { fatto: 'registrato', valori: values }), at: to(arrivo, 0) }];
}

/**
 * Returns the share of rentals that have a document, by its field. Equipment that lifts or has a plate always has the documents that these
 * need.
 */
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

function carte(rental: NoleggioDemo, today: string, when: When): Entry[] {
  const { modello, noleggiatore, arrivo, c } = rental;
  return FIELDS.flatMap((field) => {
    if (!c.chance(probabilita(field.field, modello))) return [];
    const kind = kindOf('noleggio', field);
    const last = kind && paperOf(kind, rental, today);
    const rows = [
      `${modello.marca} ${modello.modello}`,
      `Noleggiatore: ${noleggiatore}`,
      last ? `Dal ${last.dal} al ${last.scadenza}` : `Consegnato il ${arrivo}`,
      'Documento dimostrativo',
    ];
    const came = last && last.dal > arrivo ? last.dal : arrivo;
    const day = addDays(came, c.integer(1, 6));
    const uploaded = when(day, c.chance(0.7) ? 'admin' : 'direzione', {
      fatto: 'documento',
      campo: field.field,
      titolo: field.label,
      righe: rows,
    });
    if (!last) return [uploaded];
    return [uploaded, when(addDays(day, 1), 'direzione', { fatto: 'modificato', valori: { [last.campo_scadenza]: last.scadenza } })];
  });
}

/** Returns the newest document of a kind: the valid one, or for a returned rental the document with which it arrived. */
function paperOf(kind: Kind, { arrivo, periodi, c }: NoleggioDemo, today: string): RenewalEntry {
  const here = periodi.at(-1)?.reso === false;
  const [end, last] = [c.chance(0.2) ? addDays(today, c.integer(2, 29)) : scadenza(today, c), latest(kind, today)];
  const dal = here
    ? addMonths(end < last ? end : addDays(last, -c.integer(2, 20)), -kind.mesi)
    : addDays(arrivo, -c.integer(5, kind.mesi * 25));
  return paper(kind, dal);
}

/** Returns the photos taken on the day after arrival: none, one or two. */
function foto({ modello, arrivo, c }: NoleggioDemo, when: When): Entry[] {
  const data = addDays(arrivo, 1);
  const minuto = c.integer(0, 500);
  return Array.from({ length: c.integer(0, 2) }, (_, i) => ({
    ...when(data, 'direzione', { fatto: 'foto', data, numero: i + 1, disegno: modello.disegno }),
    at: to(data, minuto + i),
  }));
}

function storia({ modello, noleggiatore, periodi, c }: NoleggioDemo, today: string, when: When): Entry[] {
  return periodi.flatMap(({ numero, inizio, fine, reso, cantiere, tariffa }) => {
    const rows = [
      `${modello.marca} ${modello.modello}`,
      `Noleggiatore: ${noleggiatore}`,
      `Dal ${inizio} al ${fine}`,
      `Canone mensile: ${tariffa} euro`,
      'Documento dimostrativo',
    ];
    const contratto = when(addDays(inizio, c.integer(1, 5)), 'admin', {
      fatto: 'contratto',
      periodo: numero,
      data_inizio: inizio,
      titolo: 'Contratto di noleggio',
      righe: rows,
    });
    return [
      when(inizio, 'direzione', { fatto: 'periodo', periodo: numero, valori: { data_inizio: inizio, cantiere, tariffa } }),
      ...(numero > 1 ? [when(inizio, 'direzione', { fatto: 'modificato', valori: { cantiere, data_fine: fine } })] : []),
      ...(c.chance(0.65) ? [contratto] : []),
      ...(reso && fine < today
        ? [when(addDays(fine, 1), 'direzione', { fatto: 'periodo-finito', periodo: numero, valori: { data_fine: fine } })]
        : []),
    ];
  });
}
