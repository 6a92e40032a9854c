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

/** The two files of a month as they reach the office: the consultant's payroll and the site office's hours. */
export interface PayrollMonth {
  mese: string;
  /** Instant of the accounting, some days into the next month. */
  at: Date;
  bilMovDip: string;
  ripartizioni: string;
  /** True if one worker's hours are missing, so that the run must be verified and does not count. */
  incompleto: boolean;
  /** Labour cost in cents of each site; empty if the run does not count. */
  manodopera: ReadonlyMap<string, number>;
}

/** Index of the month with missing hours, counted back from the last month with files. */
const INCOMPLETE = 5;
/** Time at which a month's accounting is made: days after the first of the next month, and minutes of the day. */
const WORKED_OUT = { days: 11, minutes: 440 } as const;
const DAY_HOURS = 8;
/** Rounds hours down to halves, as the site office writes them. */
const half = (hours: number): number => Math.floor(hours * 2) / 2;

/** Returns the payroll of each of the last twelve months whose accounting was made before `today`. */
export function payrollDemo(months: readonly SiteMonth[], workers: readonly WorkerDemo[], today: string): PayrollMonth[] {
  const ended = monthsOf(lastMonths(today, CURVE_MONTHS)).filter((mese) => mese < monthOf(today));
  const finishedMonths = ended
    .map((mese) => ({ mese, at: workedOut(mese) }))
    .filter(({ at }) => at.getTime() < Date.parse(`${today}T00:00:00Z`));
  return finishedMonths.map(({ mese, at }, i) => {
    const sheets = timesheets(
      mese,
      months.filter((month) => month.mese === mese),
      workers.filter((one) => one.dal <= firstOfMonth(mese) && (one.al === null || one.al > lastOfMonth(mese))),
    );
    return payrollOf(mese, at, sheets, finishedMonths.length - 1 - i === INCOMPLETE);
  });
}

const workedOut = (mese: string): Date => to(addDays(firstOfMonth(monthAfter(mese, 1)), WORKED_OUT.days), WORKED_OUT.minutes);

/** A worker's pay in a month, and the hours by commessa. */
interface Sheet {
  who: WorkerDemo;
  slip: readonly Movement[];
  /** Cost for the firm in cents. */
  cost: number;
  hours: Map<string, number>;
}

/**
 * Distributes the hours of a month. Hours of crews go to the sites where they worked, other hours to the sites below their labour target.
 */
function timesheets(mese: string, months: readonly SiteMonth[], workers: readonly WorkerDemo[]): Sheet[] {
  const hours = monthHours(mese);
  const need = new Map(months.map(({ work, manodopera }) => [work.cantiere.commessa, manodopera]));
  const crew = new Set(OPERATORI_DEMO.map(matricolaOf));
  const sheetOf = (who: WorkerDemo): Sheet => {
    const slip = payslip(who, mese, hours);
    return { who, slip, cost: costOf(slip), hours: new Map() };
  };
  const spend = (sheet: Sheet, commessa: string, wanted: number): number => {
    const assignedHours = half(Math.min(wanted, hours - total(sheet)));
    if (assignedHours <= 0) return 0;
    sheet.hours.set(commessa, (sheet.hours.get(commessa) ?? 0) + assignedHours);
    need.set(commessa, (need.get(commessa) ?? 0) - (sheet.cost * assignedHours) / hours);
    return assignedHours;
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

/** Returns the hours of a full month; in August half of them, since the firm closes for two weeks. */
function monthHours(mese: string): number {
  let days = 0;
  for (let day = firstOfMonth(mese); day <= lastOfMonth(mese); day = addDays(day, 1)) {
    if (isWorkday(day)) days += 1;
  }
  return (mese.endsWith('-08') ? Math.ceil(days / 2) : days) * DAY_HOURS;
}

/** Returns the movements of a worker's pay in a month. Rates and hours differ by worker and month. */
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
  // leaves out the first worker's hours
  const listedSheets = incompleto ? sheets.slice(1) : sheets;
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
      ...listedSheets.flatMap(({ who, hours }) =>
        [...hours].map(([site, count]) => [who.matricola, nameOf(who), site, String(count).replace('.', ','), '', period].join(';')),
      ),
    ]),
  };
}

const text = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

const amount = (cents: number): string => (cents === 0 ? '' : euro(cents));
