import { addDays } from '#contracts/core/dates.ts';
import { firstOfMonth, lastMonths, lastOfMonth, monthAfter, monthOf, monthsOf } from '#contracts/core/period.ts';
import { CURVE_MONTHS } from '#contracts/modules/andamento/answer.ts';
import { matricolaOf, OPERATORI_DEMO } from './crew.ts';
import type { SiteMonth } from './money.ts';
import type { WorkerDemo } from './personale.ts';
import { to } from './entries.ts';
import { random } from './random.ts';
import { euro, movementsOf, type Movement } from './payslip.ts';
import { isWorkday } from './workdays.ts';

/** The two files of a month, as the payroll consultant and the site office send them. */
export interface PayrollMonth {
  mese: string;
  /** Instant of the accounting, some days into the next month. */
  at: Date;
  bilMovDip: string;
  ripartizioni: string;
  /** The hours of one worker are missing, so that the run is to be verified and does not count. */
  incompleto: boolean;
  /** Cents of each site, where the run counts. */
  manodopera: ReadonlyMap<string, number>;
}

/** Month left to be verified, counted back from the last known one. */
const INCOMPLETE = 5;
/** Instant of a month's accounting: days and minutes into the next month. */
const WORKED_OUT = { days: 11, minutes: 440 } as const;
const DAY_HOURS = 8;
/** Rounds hours down to halves, as the site office writes them. */
const half = (hours: number): number => Math.floor(hours * 2) / 2;

/** Returns the payroll of each of the last twelve months whose accounting was made before `today`. */
export function payrollDemo(months: readonly SiteMonth[], workers: readonly WorkerDemo[], today: string): PayrollMonth[] {
  const ended = monthsOf(lastMonths(today, CURVE_MONTHS)).filter((mese) => mese < monthOf(today));
  const known = ended.map((mese) => ({ mese, at: workedOut(mese) })).filter(({ at }) => at.getTime() < Date.parse(`${today}T00:00:00Z`));
  return known.map(({ mese, at }, i) => {
    const sheets = timesheets(
      mese,
      months.filter((month) => month.mese === mese),
      workers.filter((one) => one.dal <= firstOfMonth(mese) && (one.al === null || one.al > lastOfMonth(mese))),
    );
    return payrollOf(mese, at, sheets, known.length - 1 - i === INCOMPLETE);
  });
}

const workedOut = (mese: string): Date => to(addDays(firstOfMonth(monthAfter(mese, 1)), WORKED_OUT.days), WORKED_OUT.minutes);

/** A worker's pay in a month, and the hours by commessa. */
interface Sheet {
  who: WorkerDemo;
  slip: readonly Movement[];
  /** Cents that the firm pays. */
  cost: number;
  hours: Map<string, number>;
}

/** Splits a month's hours: crews' hours to the sites where they worked, others' to the sites below their target. */
function timesheets(mese: string, months: readonly SiteMonth[], workers: readonly WorkerDemo[]): Sheet[] {
  const hours = monthHours(mese);
  const need = new Map(months.map(({ work, manodopera }) => [work.cantiere.commessa, manodopera]));
  const crew = new Set(OPERATORI_DEMO.map(matricolaOf));
  const sheetOf = (who: WorkerDemo): Sheet => {
    const slip = payslip(who, mese, hours);
    return { who, slip, cost: costOf(slip), hours: new Map() };
  };
  const spend = (sheet: Sheet, commessa: string, wanted: number): number => {
    const given = half(Math.min(wanted, hours - total(sheet)));
    if (given <= 0) return 0;
    sheet.hours.set(commessa, (sheet.hours.get(commessa) ?? 0) + given);
    need.set(commessa, (need.get(commessa) ?? 0) - (sheet.cost * given) / hours);
    return given;
  };
  const fill = (sheet: Sheet, sites: readonly string[]): void => {
    for (const site of sites) spend(sheet, site, ((need.get(site) ?? 0) * hours) / sheet.cost);
  };
  const on = (operator: string) =>
    months.map(({ work }) => [work.cantiere.commessa, daysOf(work, mese, operator)] as const).filter(([, days]) => days > 0);
  const sheets: Sheet[] = [];
  for (const operator of OPERATORI_DEMO) {
    const who = workers.find(({ matricola }) => matricola === matricolaOf(operator));
    if (!who) continue;
    const sheet = sheetOf(who);
    for (const [site, days] of on(operator)) spend(sheet, site, days * DAY_HOURS);
    fill(
      sheet,
      on(operator).map(([site]) => site),
    );
    sheets.push(sheet);
  }
  const others = workers.filter(({ matricola, mansione }) => !crew.has(matricola) && mansione.sede === null);
  for (const who of others) {
    const open = [...need].filter(([, cents]) => cents > 0).map(([site]) => site);
    if (open.length === 0) break;
    const sheet = sheetOf(who);
    fill(sheet, open);
    if (sheet.hours.size > 0) sheets.push(sheet);
  }
  for (const who of workers) {
    const { sede } = who.mansione;
    if (sede !== null) sheets.push({ ...sheetOf(who), hours: new Map([[sede, hours]]) });
  }
  for (const sheet of sheets)
    if (total(sheet) < hours) sheet.hours.set('OFFICINA', (sheet.hours.get('OFFICINA') ?? 0) + hours - total(sheet));
  return sheets.toSorted((a, b) => Number(a.who.matricola) - Number(b.who.matricola));
}

const total = ({ hours }: Pick<Sheet, 'hours'>): number => [...hours.values()].reduce((sum, one) => sum + one, 0);

const daysOf = (work: SiteMonth['work'], mese: string, operator: string): number =>
  new Set(work.days.flatMap(({ data, operatore }) => (operatore === operator && data.startsWith(mese) ? [data] : []))).size;

/** Hours of a full month; in August the firm is closed for two weeks. */
function monthHours(mese: string): number {
  let days = 0;
  for (let day = firstOfMonth(mese); day <= lastOfMonth(mese); day = addDays(day, 1)) {
    if (isWorkday(day)) days += 1;
  }
  return (mese.endsWith('-08') ? Math.ceil(days / 2) : days) * DAY_HOURS;
}

/** Movements of a worker's pay in a month; rates and hours differ by worker and month. */
function payslip({ matricola, mansione }: WorkerDemo, mese: string, hours: number): Movement[] {
  const c = random(`paga-${matricola}-${mese}`);
  const hourly = mansione.paga + random(`paga-${matricola}`).integer(-60, 120);
  return movementsOf({
    salary: hours * hourly,
    overtime: c.chance(0.3) ? Math.floor((c.integer(2, 16) * hourly * 130) / 100) : 0,
    travel: c.integer(0, 6) * 4648,
  });
}

const costOf = (slip: readonly Movement[]): number => slip.reduce((sum, [, , dare]) => sum + dare, 0);

function payrollOf(mese: string, at: Date, sheets: readonly Sheet[], incompleto: boolean): PayrollMonth {
  const period = `${mese.slice(5)}/${mese.slice(0, 4)}`;
  const nameOf = ({ cognome, nome }: WorkerDemo) => `${cognome} ${nome}`.toUpperCase();
  // the hours of the first worker are missing
  const written = incompleto ? sheets.slice(1) : sheets;
  const manodopera = new Map<string, number>();
  for (const sheet of incompleto ? [] : sheets)
    for (const [site, hours] of sheet.hours)
      manodopera.set(site, (manodopera.get(site) ?? 0) + Math.round((sheet.cost * hours) / total(sheet)));
  return {
    mese,
    at,
    incompleto,
    manodopera,
    bilMovDip: text([
      'Codice azienda;Matricola;Cognome e nome;Conto;Descrizione conto;Dare;Avere;Competenza',
      ...sheets.flatMap(({ who, slip }) =>
        slip.map(([conto, descrizione, dare, avere]) =>
          ['0001', who.matricola.padStart(6, '0'), nameOf(who), conto, descrizione, amount(dare), amount(avere), period].join(';'),
        ),
      ),
    ]),
    ripartizioni: text([
      'Matricola;Nominativo;Commessa;Ore;%;Periodo',
      ...written.flatMap(({ who, hours }) =>
        [...hours].map(([site, count]) => [who.matricola, nameOf(who), site, String(count).replace('.', ','), '', period].join(';')),
      ),
    ]),
  };
}

const text = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

const amount = (cents: number): string => (cents === 0 ? '' : euro(cents));
