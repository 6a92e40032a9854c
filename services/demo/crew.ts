import { addDays } from '#contracts/core/dates.ts';
import { fileFields } from '#contracts/core/documents.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { addMonths } from '#contracts/modules/scadenze/due-date.ts';
import { personale } from '#contracts/registers/personale.ts';
import { OPERATORI_DEMO } from './catalogue-produzione.ts';
import { to, type Entry, type RenewalEntry } from './entries.ts';

type Operator = (typeof OPERATORI_DEMO)[number];

interface CrewMember {
  luogo: string;
  responsabile: 'direzione' | 'capo';
  /** Days from today until each of these expires; those of everybody on a site are there beside them. */
  scadenze: Readonly<Record<string, number>>;
  /** A permit of stay is asked for. */
  extraUe?: true;
  /** Fitness was renewed twice: three documents, each with its own year. */
  renewedTwice?: true;
}

/** The site where one works in a confined space, and the one of the crew who may not go there. */
export const CONFINED = { commessa: '0422', tipo: 'ambconf', without: 'Singh Harpreet' } as const satisfies {
  commessa: string;
  tipo: string;
  without: Operator;
};

const CONFINED_UNTIL = { ambconf: 640 };
/** The operators of the production lines are workers: what each has beside what every site asks for. First aid and fire are met on every site. */
const CREW: Readonly<Record<Operator, CrewMember>> = {
  'Bertoli Luca': { luogo: 'Carpi', responsabile: 'capo', scadenze: { ...CONFINED_UNTIL, ps: 410, pfr_pd: 700 }, renewedTwice: true },
  'Ferrari Nicola': { luogo: 'Modena', responsabile: 'capo', scadenze: { ...CONFINED_UNTIL, ps: -10, pfr_pd: 320 } },
  'Gozzi Simone': { luogo: 'Sassuolo', responsabile: 'direzione', scadenze: { ...CONFINED_UNTIL, antincendio: 500 }, renewedTwice: true },
  'Kola Arben': {
    luogo: 'Durazzo',
    responsabile: 'direzione',
    scadenze: { ...CONFINED_UNTIL, pfr_pd: 18, antincendio: 900 },
    extraUe: true,
    renewedTwice: true,
  },
  'Lusuardi Matteo': { luogo: 'Correggio', responsabile: 'capo', scadenze: { ...CONFINED_UNTIL, ps: 260, antincendio: 260 } },
  'Marchetti Ivan': { luogo: 'Parma', responsabile: 'capo', scadenze: { ...CONFINED_UNTIL, mmt: -24 } },
  'Popescu Dan': { luogo: 'Timișoara', responsabile: 'direzione', scadenze: { ...CONFINED_UNTIL, pfr_pd: 5, ps: 610 } },
  'Rinaldi Andrea': { luogo: 'Reggio Emilia', responsabile: 'direzione', scadenze: { ...CONFINED_UNTIL, antincendio: 45 } },
  'Singh Harpreet': { luogo: 'Chandigarh', responsabile: 'capo', scadenze: { dumper: 330 }, extraUe: true },
  'Vecchi Stefano': { luogo: 'Vignola', responsabile: 'capo', scadenze: { ...CONFINED_UNTIL, ps: 800, elev: 27 } },
};

/** Under which number the first of them is. */
const FIRST = 1140;
const LABELS = new Map(fileFields(personale).map(({ field, label }) => [field, label]));

/** The matricola of an operator. */
export const matricolaOf = (operator: Operator): string => String(FIRST + OPERATORI_DEMO.indexOf(operator));

/** What happened to one of the crew, with the papers; `null` for a number that is somebody else's. */
export function crewMember(number: number, today: string, arrival: string): Entry[] | null {
  const name = OPERATORI_DEMO[number - FIRST];
  if (name === undefined) return null;
  const member = CREW[name];
  const [cognome = '', nome = ''] = name.split(' ');
  const matricola = matricolaOf(name);
  const scadenze: Readonly<Record<string, number>> = {
    ci: 1500 + number,
    unilav: 900,
    formazione: 720,
    ...(member.extraUe ? { psog: 400 } : {}),
    ...(member.renewedTwice ? {} : { idoneita: 150 + (number % 7) * 20 }),
    ...member.scadenze,
  };
  const values: Values = {
    cognome,
    nome,
    luogo: member.luogo,
    // drillers
    mansione: 1,
    data_nascita: addDays(today, -(28 * 365 + (number % 9) * 700)),
    data_inizio: arrival,
    responsabile: member.responsabile,
    extra_ue: member.extraUe ? 1 : 0,
    ...Object.fromEntries(Object.entries(scadenze).map(([codice, days]) => [`scadenza_${codice}`, addDays(today, days)])),
  };
  const carta = (campo: string, day: string, minuto: number, rinnovo?: RenewalEntry): Entry => ({
    at: to(day, minuto),
    utente: 'direzione',
    carta: {
      matricola,
      cognome,
      nome,
      campo,
      titolo: LABELS.get(campo) ?? campo,
      righe: [
        `${cognome} ${nome}, matricola ${matricola}`,
        ...(rinnovo ? [`Dal ${rinnovo.dal} al ${rinnovo.scadenza}`] : []),
        'Documento dimostrativo',
      ],
      ...(rinnovo ? { rinnovo } : {}),
    },
  });
  return [
    { at: to(arrival, 5), utente: 'direzione', command: { register: 'personale', action: 'create', key: matricola, values } },
    ...Object.keys(scadenze).map((campo, i) => carta(campo, addDays(arrival, 3), 20 + i)),
    ...(member.renewedTwice
      ? visits(today).map((visit) => carta('idoneita', later(addDays(visit.dal, 2), addDays(arrival, 3)), 60, visit))
      : []),
    {
      at: to(addDays(arrival, 4), 10),
      utente: 'admin',
      command: { register: 'operatore', action: 'change', key: number - FIRST + 1, values: { matricola } },
    },
  ];
}

const later = (one: string, other: string): string => (one > other ? one : other);

/** The yearly visits, each a fortnight before the one of before ends. */
const visits = (today: string): RenewalEntry[] =>
  [-785, -435, -85].map((days) => {
    const dal = addDays(today, days);
    return renewal('idoneita', dal, 12);
  });

/** As a renewal proposes it from the day of issue. */
export function renewal(tipo: string, dal: string, mesi: number, campo_scadenza = `scadenza_${tipo}`): RenewalEntry {
  const scadenza = addMonths(dal, mesi);
  return { campo_scadenza, tipo, dal, scadenza, calcolata: scadenza, anticipata: 0 };
}

/** The operators under numbers of their own, so that what comes later can name them. */
export const operatoriDemo = (start: string): Entry[] =>
  OPERATORI_DEMO.map((descrizione, i) => ({
    at: to(start, i),
    utente: 'admin',
    command: { register: 'operatore', action: 'create', key: i + 1, values: { descrizione } },
  }));
