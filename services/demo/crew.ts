import type { ValuesOf } from '#contracts/core/typed-record.ts';
import { addDays } from '#contracts/core/dates.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { personale } from '#contracts/registers/personale.ts';
import { to, type Entry, type RenewalEntry } from './entries.ts';
import { random } from './random.ts';
import { flagOf, numberOf, readTable } from './tables.ts';
import { kindOf, lastTwo, paper } from './validity.ts';

interface CrewMember {
  luogo: string;
  responsabile: string;
  /** Days from today until a document expires, by document. Documents that every site requires are added to these. */
  scadenze: Readonly<Record<string, number>>;
  /** True if the worker needs a permit of stay. */
  extraUe: boolean;
  /** True if the worker's fitness was renewed twice, which gives three yearly documents. */
  renewedTwice: boolean;
}

/** Site with a confined space, and the crew member who may not work there. */
export const CONFINED = { commessa: '0422', tipo: 'ambconf', without: 'Singh Harpreet' } as const;

const DUE = Map.groupBy(readTable('scadenze-operatori', ['operatore', 'documento', 'fra_giorni']), ({ operatore }) => operatore);
/**
 * Operators of the production lines with their documents, beyond those that every site requires. Each site has operators trained in first
 * aid and fire safety.
 */
const CREW = new Map(
  readTable('operatori', ['nome', 'luogo', 'responsabile', 'extra_ue', 'idoneita_rinnovata']).map(
    ({ nome, luogo, responsabile, extra_ue, idoneita_rinnovata }): [string, CrewMember] => [
      nome,
      {
        luogo,
        responsabile,
        scadenze: Object.fromEntries(DUE.get(nome)!.map(({ documento, fra_giorni }) => [documento, numberOf(fra_giorni)])),
        extraUe: flagOf(extra_ue),
        renewedTwice: flagOf(idoneita_rinnovata),
      },
    ],
  ),
);
export const OPERATORI_DEMO: readonly string[] = [...CREW.keys()];

/** Matricola of the first operator, as a number. */
const FIRST = 1140;
const FILES = new Map(fileFields(personale).map((file) => [file.field, file]));

/** Returns the matricola of an operator. */
export const matricolaOf = (operator: string): string => String(FIRST + OPERATORI_DEMO.indexOf(operator));

/** Returns surname and first name of the operator with a matricola. */
export function nameOf(number: number): { cognome: string; nome: string } {
  const [cognome = '', nome = ''] = (OPERATORI_DEMO[number - FIRST] ?? '').split(' ');
  return { cognome, nome };
}

/** Returns the entries of one operator with documents; `null` if the number is not an operator's. */
export function crewMember(number: number, today: string, arrival: string): Entry[] | null {
  const name = OPERATORI_DEMO[number - FIRST];
  if (name === undefined) return null;
  const member = CREW.get(name)!;
  const { cognome, nome } = nameOf(number);
  const matricola = matricolaOf(name);
  const c = random(`squadra-${number}`);
  const scadenze: Readonly<Record<string, number>> = {
    ci: 1500 + number,
    unilav: 900,
    formazione: 720,
    ...(member.extraUe ? { psog: 400 } : {}),
    ...(member.renewedTwice ? {} : { idoneita: 150 + (number % 7) * 20 }),
    ...member.scadenze,
  };
  const carta = (campo: string, day: string, minuto: number, rinnovo?: RenewalEntry): Entry => ({
    at: to(day, minuto),
    utente: 'direzione',
    carta: {
      matricola,
      cognome,
      nome,
      campo,
      titolo: FILES.get(campo)?.label ?? campo,
      righe: [
        `${cognome} ${nome}, matricola ${matricola}`,
        ...(rinnovo ? [`Dal ${rinnovo.dal} al ${rinnovo.scadenza}`] : []),
        'Documento dimostrativo',
      ],
      ...(rinnovo ? { rinnovo } : {}),
    },
  });
  const entered = addDays(arrival, 3);
  const documents = Object.entries(scadenze).map(([campo, days], i) => {
    const [before, last] = lastTwo(kindOf('lavoratore', FILES.get(campo)!)!, addDays(today, days), c);
    const renewed = last.dal > entered;
    return {
      date: [last.campo_scadenza, (renewed ? before : last).scadenza] as const,
      entries: [carta(campo, entered, 20 + i), ...(renewed ? [carta(campo, addDays(last.dal, 2), 50 + i, last)] : [])],
    };
  });
  const values: ValuesOf<typeof personale> = {
    cognome,
    nome,
    luogo: member.luogo,
    // number of the job role of drillers
    mansione: 1,
    data_nascita: addDays(today, -(28 * 365 + (number % 9) * 700)),
    data_inizio: arrival,
    responsabile: member.responsabile,
    extra_ue: member.extraUe ? 1 : 0,
    ...Object.fromEntries(documents.map(({ date }) => date)),
  };
  return [
    { at: to(arrival, 5), utente: 'direzione', command: { register: 'personale', action: 'create', key: matricola, values } },
    ...documents.flatMap(({ entries }) => entries),
    ...(member.renewedTwice ? visits(today).map((visit) => carta('idoneita', later(addDays(visit.dal, 2), entered), 60, visit)) : []),
    {
      at: to(addDays(arrival, 4), 10),
      utente: 'admin',
      command: { register: 'operatore', action: 'change', key: number - FIRST + 1, values: { matricola } },
    },
  ];
}

const later = (one: string, other: string): string => (one > other ? one : other);

/** Returns the yearly fitness visits, each about a fortnight before the previous one expires. */
const visits = (today: string): RenewalEntry[] =>
  [-785, -435, -85].map((days) => paper(kindOf('lavoratore', FILES.get('idoneita')!)!, addDays(today, days)));

/** Returns the entries that create the operators with fixed numbers, so that later entries can refer to them. */
export const operatoriDemo = (start: string): Entry[] =>
  OPERATORI_DEMO.map((descrizione, i) => ({
    at: to(start, i),
    utente: 'admin',
    command: { register: 'operatore', action: 'create', key: i + 1, values: { descrizione } },
  }));
