import { addDays, daysBetween } from '#contracts/core/dates.ts';
import { DEFAULT_POINTS } from '#contracts/modules/guasti/default-points.ts';
import { pointsFor, pointsText } from '#contracts/modules/guasti/points.ts';
import { mechanicsOf } from './catalogue.ts';
import { FAULTS, type FaultDemo } from './catalogue-guasti.ts';
import type { MacchinaDemo } from './macchinari.ts';
import { random } from './random.ts';
import type { SiteWork } from './site-work.ts';
import { to, type Entry, type FaultEntry } from './entries.ts';
import { workday, workdayBefore } from './workdays.ts';

/** Machines before this one are those that people try things on: their faults are left to them. */
const FROM = 27;
/** Checks before use that found nothing, and in how many days. */
const CHECKS = { count: 14, days: 24 } as const;
/** Days of a pause of a machine in which what stops it is mended. */
const PAUSE = 9;

/**
 * Entries of faults and checks of the machines: faults that were mended, some with a photo, two that wait, one that stops its machine, and checks that
 * found nothing. A machine that is stopped does no work.
 */
export function guastiDemo(macchine: readonly MacchinaDemo[], works: readonly SiteWork[], today: string): Entry[] {
  const days = daysOfMachines(works);
  const used = new Set<string>();
  const faults = FAULTS.flatMap((fault, i) => {
    const found = placeOf(fault, macchine, days, used, i, today);
    if (!found) return [];
    used.add(found.macchina.matricola);
    return faultOf(fault, found, `${i}`, today);
  });
  return [...faults, ...checks(macchine, used, today)];
}

interface Found {
  macchina: MacchinaDemo;
  giorno: string;
}

/** The days on which each machine worked, in order. */
function daysOfMachines(works: readonly SiteWork[]): ReadonlyMap<string, readonly string[]> {
  const worked = works.flatMap((work) => work.days.flatMap(({ attrezzatura, data }) => (attrezzatura ? [{ attrezzatura, data }] : [])));
  return new Map(
    [...Map.groupBy(worked, ({ attrezzatura }) => attrezzatura)].map(([name, list]) => [
      name,
      [...new Set(list.map(({ data }) => data))].toSorted(),
    ]),
  );
}

/** The machine that has a fault and the day of it: the last one before a pause, where it stops. */
function placeOf(
  fault: FaultDemo,
  macchine: readonly MacchinaDemo[],
  worked: ReadonlyMap<string, readonly string[]>,
  used: ReadonlySet<string>,
  i: number,
  today: string,
): Found | null {
  const c = random(`guasto-${i}`);
  const able = macchine.filter(
    ({ matricola, modello, fino }, at) => at >= FROM && fino === null && fault.tipologia === modello.tipologia && !used.has(matricola),
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

function faultOf(fault: FaultDemo, { macchina: { matricola, modello }, giorno }: Found, name: string, today: string): Entry[] {
  const c = random(`segnalazione-${name}`);
  const told = (day: string, minuto: number, utente: string, fact: FaultEntry): Entry => ({
    at: to(day, minuto),
    utente,
    guasto: fact,
  });
  const points = pointsFor(modello.tipologia, DEFAULT_POINTS).map((punto) => ({
    punto,
    esito: punto === fault.punto ? ('problema' as const) : ('ok' as const),
  }));
  const minuto = c.integer(430, 520);
  const reported = told(giorno, minuto, fault.utente, {
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
  // who may change what somebody else reported is the office
  const closes = fault.utente === 'capo' ? 'capo' : 'direzione';
  return [
    reported,
    told(day, 300, 'capo', {
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
    told(day, 330, closes, { quale: name, fatto: 'chiuso' }),
  ];
}

/** Checks that found nothing, by whoever uses the machine that morning. */
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
