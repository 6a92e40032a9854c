import { addDays, daysBetween } from '#contracts/core/dates.ts';
import { DEFAULT_POINTS } from '#contracts/modules/guasti/default-points.ts';
import { pointsFor, pointsText } from '#contracts/modules/guasti/points.ts';
import { mechanicsOf } from './catalogue.ts';
import type { MacchinaDemo } from './macchinari.ts';
import { random, type RandomSource } from './random.ts';
import type { SiteWork } from './site-work.ts';
import { to, type Entry, type FaultEntry } from './entries.ts';
import { workday, workdayBefore } from './workdays.ts';
import { flagOf, numberOf, readTable } from './tables.ts';

/** A reported fault. */
interface FaultDemo {
  /** Kind of machine that can have the fault. */
  tipologia: string;
  /** Point of the check before use at which the fault was found, if any. */
  punto: string | null;
  testo: string;
  ferma: boolean;
  /** Name of its picture in services/demo/foto. */
  foto?: string;
  utente: 'capo' | 'operaio';
  /** Days between the report and today. */
  giorni: number;
  /** Repair: days after the report, maintenance item, and cost in euro; `null` if the fault is still open. */
  riparato: { dopo: number; voce: string; costo: number; nota: string | null } | null;
}

const COLUMNS = ['tipologia', 'punto', 'testo', 'ferma', 'foto', 'utente', 'giorni_fa', 'riparato_dopo', 'voce', 'costo', 'nota'] as const;

const FAULTS: readonly FaultDemo[] = readTable('guasti', COLUMNS).map((row) => ({
  tipologia: row.tipologia,
  punto: row.punto || null,
  testo: row.testo,
  ferma: flagOf(row.ferma),
  ...(row.foto ? { foto: row.foto } : {}),
  utente: row.utente === 'capo' ? 'capo' : 'operaio',
  giorni: numberOf(row.giorni_fa),
  riparato: row.riparato_dopo
    ? { dopo: numberOf(row.riparato_dopo), voce: row.voce, costo: numberOf(row.costo), nota: row.nota || null }
    : null,
}));

/** Index of the first machine with demo faults; visitors report faults of the machines before it. */
const FROM = 27;
/** Number of checks without a finding, and of the last days over which they are spread. */
const CHECKS = { count: 14, days: 24 } as const;
/** Minimum days between two working days of a machine that leave time for a repair. */
const PAUSE = 9;

/**
 * Returns entries of faults and of checks without a finding. Most faults are repaired, a few are open, and one of these stops its
 * machine. A stopped machine does no work.
 */
export function guastiDemo(macchine: readonly MacchinaDemo[], works: readonly SiteWork[], today: string): Entry[] {
  const days = daysOfMachines(works);
  const usedMachines = new Set<string>();
  const faults = FAULTS.flatMap((fault, i) => {
    const found = placeOf(fault, { macchine, worked: days, usedMachines, today, c: random(`guasto-${i}`) });
    if (!found) return [];
    usedMachines.add(found.macchina.matricola);
    return faultOf(fault, found, `${i}`, today);
  });
  return [...faults, ...checks(macchine, usedMachines, today)];
}

interface Fleet {
  macchine: readonly MacchinaDemo[];
  /** Each machine's days of work, sorted. */
  worked: ReadonlyMap<string, readonly string[]>;
  /** Machines that already have a fault. */
  usedMachines: ReadonlySet<string>;
  today: string;
  c: RandomSource;
}

interface MachineDay {
  macchina: MacchinaDemo;
  giorno: string;
}

/** Returns each machine's days of work, sorted. */
function daysOfMachines(works: readonly SiteWork[]): ReadonlyMap<string, readonly string[]> {
  const worked = works.flatMap((work) => work.days.flatMap(({ attrezzatura, data }) => (attrezzatura ? [{ attrezzatura, data }] : [])));
  return new Map(
    [...Map.groupBy(worked, ({ attrezzatura }) => attrezzatura)].map(([name, list]) => [
      name,
      [...new Set(list.map(({ data }) => data))].toSorted(),
    ]),
  );
}

/** Chooses a fault's machine and day. A machine that stops gets its last day of work before a pause. */
function placeOf(fault: FaultDemo, { macchine, worked, usedMachines, today, c }: Fleet): MachineDay | null {
  const able = macchine.filter(
    ({ matricola, modello, fino }, at) =>
      at >= FROM && fino === null && fault.tipologia === modello.tipologia && !usedMachines.has(matricola),
  );
  const wanted = addDays(today, -fault.giorni);
  const distance = (day: string): number => Math.abs(daysBetween(day, wanted));
  if (!fault.ferma) return able.length === 0 ? null : { macchina: c.one(able), giorno: workdayBefore(wanted) };
  const pauses = able.flatMap((macchina) =>
    (worked.get(macchina.matricola) ?? []).flatMap((day, at, all) => {
      const next = all[at + 1] ?? today;
      const over = fault.riparato === null ? next === today : daysBetween(day, next) > PAUSE && next !== today;
      return over ? [{ macchina, giorno: day }] : [];
    }),
  );
  return pauses.toSorted((a, b) => distance(a.giorno) - distance(b.giorno))[0] ?? null;
}

function faultOf(fault: FaultDemo, { macchina: { matricola, modello }, giorno }: MachineDay, name: string, today: string): Entry[] {
  const c = random(`segnalazione-${name}`);
  const entryOf = (day: string, minuto: number, utente: string, fact: FaultEntry): Entry => ({
    at: to(day, minuto),
    utente,
    guasto: fact,
  });
  const points = pointsFor(modello.tipologia, DEFAULT_POINTS).map((punto) => ({
    punto,
    esito: punto === fault.punto ? ('problema' as const) : ('ok' as const),
  }));
  const minuto = c.integer(430, 520);
  const reported = entryOf(giorno, minuto, fault.utente, {
    quale: name,
    fatto: 'segnalato',
    valori: {
      matricola,
      quando: giorno,
      testo: fault.testo,
      ferma: fault.ferma ? 1 : 0,
      punti: points.some(({ esito }) => esito === 'problema') ? pointsText(points) : null,
    },
    ...(fault.foto ? { foto: fault.foto } : {}),
  });
  if (fault.riparato === null) return [reported];
  const { dopo, voce, costo, nota } = fault.riparato;
  const day = workday(addDays(giorno, dopo));
  const tipologia = costo > 2000 ? 'Esterna' : 'Interna';
  if (day >= today) return [reported];
  // another user's fault is closed by the office
  const closes = fault.utente === 'capo' ? 'capo' : 'direzione';
  return [
    reported,
    entryOf(day, 300, 'capo', {
      quale: name,
      fatto: 'riparato',
      valori: {
        data: day,
        matricola,
        descrizione: `${modello.marca} ${modello.modello}`,
        tipologia,
        manutenz_tipo: 'Straordinaria',
        manutenzione: voce,
        costo,
        note: nota,
        meccanico: c.one(mechanicsOf(tipologia)),
      },
    }),
    entryOf(day, 330, closes, { quale: name, fatto: 'chiuso' }),
  ];
}

/** Returns the entries of checks before use that found nothing. */
function checks(macchine: readonly MacchinaDemo[], broken: ReadonlySet<string>, today: string): Entry[] {
  const c = random('controlli');
  const able = macchine.filter(
    ({ matricola, modello, fino }, at) => at >= FROM && fino === null && modello.motore !== undefined && !broken.has(matricola),
  );
  return Array.from({ length: CHECKS.count }, (_, i): Entry => {
    const { matricola, modello } = c.one(able);
    const day = workdayBefore(addDays(today, -c.integer(1, CHECKS.days)));
    const punti = pointsText(pointsFor(modello.tipologia, DEFAULT_POINTS).map((punto) => ({ punto, esito: 'ok' })));
    return {
      at: to(day, c.integer(0, 40)),
      utente: c.chance(0.7) ? 'operaio' : 'capo',
      guasto: { quale: `controllo-${i}`, fatto: 'segnalato', valori: { matricola, quando: day, ferma: 0, punti } },
    };
  });
}
