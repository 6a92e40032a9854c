import type { Values } from '#contracts/core/define-register.ts';
import type { ValuesOf } from '#contracts/core/typed-record.ts';
import { addDays, isExpired } from '#contracts/core/dates.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { addMonths } from '#contracts/modules/scadenze/due-date.ts';
import { personale } from '#contracts/registers/personale.ts';
import { FOR_ALL, MANSIONI_DEMO, ORIGINS, type MansioneDemo } from './catalogue-personale.ts';
import { crewMember, nameOf, OPERATORI_DEMO } from './crew.ts';
import { scadenza } from './documents.ts';
import { to, type Entry, type RenewalEntry } from './entries.ts';
import { random, type RandomSource } from './random.ts';
import { kindOf, lastTwo, latest, paper, type Kind } from './validity.ts';

/** Number of workers of a series. */
const COUNT = 150;
/** First matricola as a number; lower ones belong to former workers. */
const FIRST = 1038;
const DOCUMENTS = fileFields(personale).filter(({ kind }) => kind === 'document');
/** Documents that are valid for years or without limit, which seldom expire soon. */
const LONG = new Set(['ci', 'cf', 'ts', 'patente', 'unilav', 'altro1', 'altro2']);
/** Documents that people have before the age of 18. */
const FROM_CHILDHOOD = new Set(['ci', 'cf', 'ts', 'psog']);
/** Document kinds without a watched expiry. */
const UNDATED = ['cf', 'altro1'];
/** Ages in years: least at hiring, least and greatest today. */
const [AT_HIRING, NOW, AT_MOST] = [19, 22, 62] as const;
const YEAR = 365;

/** A present or former worker of the firm. */
export interface WorkerDemo {
  matricola: string;
  cognome: string;
  nome: string;
  mansione: MansioneDemo;
  /** First and last working day; the last is `null` for a present worker. */
  dal: string;
  al: string | null;
}

/** Returns the entries that create the job roles with fixed numbers, so that workers can refer to them. */
export const mansioniDemo = (start: string): Entry[] =>
  MANSIONI_DEMO.map(({ descrizione }, i) => ({
    at: to(start, i),
    utente: 'admin',
    command: { register: 'mansioni', action: 'create', key: i + 1, values: { descrizione } },
  }));

/** Returns the workers of the demo firm with their entries. Each has the documents of the job role, and some have left. */
export function personaleDemo(today: string, series: number): { lavoratori: WorkerDemo[]; voci: Entry[] } {
  const names = new Set(OPERATORI_DEMO);
  const all = Array.from({ length: COUNT }, (_, i) => worker(FIRST + series * COUNT + i, today, names));
  return { lavoratori: all.map(({ who }) => who), voci: all.flatMap(({ entries }) => entries) };
}

/** Returns a worker with entries. The worker's name is added to `names`, the names in use. */
function worker(number: number, today: string, names: Set<string>): { who: WorkerDemo; entries: Entry[] } {
  const arrival = addDays(today, -780 + ((number * 7) % 60));
  const member = crewMember(number, today, arrival);
  if (member) {
    const who = { matricola: String(number), ...nameOf(number), mansione: MANSIONI_DEMO[0]!, dal: arrival, al: null };
    return { who, entries: member };
  }
  const c = random(`lavoratore-${number}`);
  const matricola = String(number);
  const origin = share(ORIGINS, c);
  const role = share(MANSIONI_DEMO, c);
  const [cognome, nome] = freeName(origin, c.one(origin.cognomi), c.one(origin.nomi), names);
  const hasLeft = c.chance(0.06);
  const luogo = c.one(origin.luoghi);
  const nascita = earlier(addDays(today, -c.integer(NOW * YEAR, AT_MOST * YEAR)), addMonths(today, -12 * (role.daAnni ?? NOW)));
  const assunzione = later(addDays(arrival, -c.integer(0, 12 * YEAR)), addMonths(nascita, 12 * AT_HIRING));
  const end = hasLeft ? addDays(today, -c.integer(20, 300)) : c.chance(0.12) ? addDays(today, c.integer(40, 400)) : null;
  const who = { matricola, cognome, nome, mansione: role, dal: assunzione, al: hasLeft ? end : null };
  const values: Values = {
    cognome,
    nome,
    luogo,
    mansione: MANSIONI_DEMO.indexOf(role) + 1,
    data_nascita: nascita,
    data_inizio: assunzione,
    data_fine: hasLeft ? null : end,
    extra_ue: origin.permesso ? 1 : 0,
    responsabile: number % 10 === 3 ? null : RESPONSIBLE[number % RESPONSIBLE.length]!,
  } satisfies ValuesOf<typeof personale>;
  const often = { ...FOR_ALL, ...role.abilitazioni, psog: origin.permesso ? 0.95 : 0 } as Readonly<Record<string, number>>;
  const held = DOCUMENTS.filter(({ field }) => c.chance(often[field] ?? 0));
  const minuto = c.integer(0, 400);
  const carte = held.flatMap((file, i): Entry[] => {
    const upload = (day: string, rinnovo?: RenewalEntry): Entry => ({
      at: to(day, minuto + i),
      utente: c.chance(0.7) ? 'admin' : 'direzione',
      carta: {
        matricola,
        cognome,
        nome,
        campo: file.field,
        titolo: file.label,
        righe: [
          `${cognome} ${nome}, matricola ${matricola}`,
          role.descrizione,
          ...(rinnovo ? [`Dal ${rinnovo.dal} al ${rinnovo.scadenza}`] : []),
          'Documento dimostrativo',
        ],
        ...(rinnovo ? { rinnovo } : {}),
      },
    });
    const first = upload(addDays(arrival, c.integer(1, 20)));
    const kind = UNDATED.includes(file.field) ? null : kindOf('lavoratore', file);
    if (!kind) return [first];
    const [before, last] = ofAge(kind, nascita, lastTwo(kind, endOf(kind, arrival, today, c), c), arrival);
    const renewed = last.dal > arrival;
    values[kind.campo_scadenza] = (renewed ? before : last).scadenza;
    return !renewed || isExpired(who.al, last.dal) ? [first] : [first, upload(addDays(last.dal, c.integer(1, 8)), last)];
  });
  const create: Entry = {
    at: to(arrival, minuto),
    utente: 'direzione',
    command: { register: 'personale', action: 'create', key: matricola, values },
  };
  const leave: Entry[] = hasLeft
    ? [
        {
          at: to(end!, minuto),
          utente: 'direzione',
          command: { register: 'personale', action: 'change', key: matricola, values: { data_fine: end, stato_attuale: 'Venduto' } },
        },
      ]
    : [];
  return { who, entries: [create, ...carte, ...leave] };
}

/** Returns the name if it is free, otherwise the next free one: with another first name, then with another surname. Adds it to `names`. */
function freeName({ cognomi, nomi }: (typeof ORIGINS)[number], cognome: string, nome: string, names: Set<string>): [string, string] {
  const from = (list: readonly string[], one: string) => [...list.slice(list.indexOf(one)), ...list.slice(0, list.indexOf(one))];
  const all = from(cognomi, cognome).flatMap((surname) => from(nomi, nome).map((name): [string, string] => [surname, name]));
  const free = all.find((one) => !names.has(one.join(' '))) ?? [cognome, nome];
  names.add(free.join(' '));
  return free;
}

/** Users who are responsible for workers' documents, since both may see the personnel. */
const RESPONSIBLE = ['direzione', 'admin', 'direzione'] as const;

/** Draws the expiry of a current document; some are past. A document with long validity was issued before its upload. */
function endOf(kind: Kind, arrival: string, today: string, c: RandomSource): string {
  const long = LONG.has(kind.codice);
  const end = c.chance(long ? 0.06 : 0.3) ? scadenza(today, c) : addDays(today, c.integer(31, long ? 2900 : 1400));
  const before = addMonths(arrival, kind.mesi);
  const last = before > addDays(today, 200) ? before : latest(kind, today);
  return end < last ? end : addDays(last, -c.integer(3, Math.min(300, kind.mesi * 25)));
}

/** Returns the two documents. If the first was issued before the worker was 18, both are moved to after that birthday. */
function ofAge(
  kind: Kind,
  born: string,
  [before, last]: readonly [RenewalEntry, RenewalEntry],
  arrival: string,
): readonly [RenewalEntry, RenewalEntry] {
  const adult = addMonths(born, 12 * 18);
  if (FROM_CHILDHOOD.has(kind.codice) || (last.dal > arrival ? before : last).dal >= adult) return [before, last];
  const first = paper(kind, addDays(adult, 40));
  const next = paper(kind, addDays(first.scadenza, -5));
  return next.dal > arrival ? [first, next] : [next, next];
}

const later = (one: string, other: string): string => (one > other ? one : other);
const earlier = (one: string, other: string): string => (one < other ? one : other);

/** Draws an entry of a list, weighted by the entries' quotas. */
function share<T extends { quota: number }>(list: readonly T[], c: RandomSource): T {
  let n = c.number() * list.reduce((sum, { quota }) => sum + quota, 0);
  return list.find(({ quota }) => (n -= quota) < 0) ?? list[0]!;
}
