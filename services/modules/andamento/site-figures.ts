import {
  CURVE_MONTHS,
  type Andamento,
  type AndamentoSintesi,
  type Budget,
  type Curva,
  type RigaLavorazione,
  type RigaMese,
  type Mancano,
  type Figures,
  type OnUnknownSites,
} from '#contracts/modules/andamento/answer.ts';
import { budgetEstimate, PACE_MONTHS } from '#contracts/modules/andamento/estimate.ts';
import {
  common,
  comparablePart,
  firstOfMonth,
  lastMonths,
  lastOfMonth,
  monthOf,
  monthsOf,
  wholeMonths,
  type Period,
} from '#contracts/core/period.ts';
import {
  beganOn,
  costsByMonth,
  itemsOf,
  labourOf,
  lineGroups,
  producedByMonth,
  producedUntil,
  rentalsOn,
  sitesSeen,
  type LineGroup,
  type RowScope,
} from '#projections/andamento/andamento.queries.ts';
import { sum } from '#contracts/core/decimals.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { budgetOf, usedItems, type UsedItem } from './budget.ts';
import { labourIn, periodFigures, withMargin, withoutNulls, type PeriodRequest, type PeriodFigures } from './period-figures.ts';
import { costedRentals, rentalSum } from './rentals.ts';

type Db = Dependencies['lists'];

/** First day of an all-time period, before any site in the portal. */
const BEGINNING = '1990-01-01';

export type AskedSites = PeriodRequest & { sites: RowScope };

/** Returns a row for each site, ordered by key: figures, figures of the previous period, budget, and missing data. */
export async function siteFigures(
  db: Db,
  request: Omit<AskedSites, 'site'>,
): Promise<{ rows: AndamentoSintesi[]; senza_cantiere?: OnUnknownSites }> {
  const { rows, now } = await readSites(db, { ...request, site: null });
  // for a person who sees only some sites, an unknown site could also be a hidden one
  if (request.sites.scope !== 'all') return { rows };
  const commesse = now.named().filter((one) => !rows.some(({ commessa }) => commessa === one));
  return commesse.length === 0 ? { rows } : { rows, senza_cantiere: { commesse, ...together(commesse.map(now.figures)) } };
}

const SUMMED = ['produzione', 'costi', 'noleggi'] as const;

function together(figures: readonly Figures[]): Figures {
  const summed = SUMMED.flatMap((voce) =>
    figures[0]?.[voce] === undefined
      ? []
      : [
          [
            voce,
            sum(
              figures.map((one) => one[voce]),
              2,
            ),
          ] as const,
        ],
  );
  return { produzione: 0, ...Object.fromEntries(summed) };
}

/** Reads the rows of the sites, and their work items with the budget used until the end of a month. */
async function readSites(
  db: Db,
  request: AskedSites,
): Promise<{ rows: AndamentoSintesi[]; now: PeriodFigures; itemsOf(commessa: string, until?: string): UsedItem[] }> {
  const { site, period, today, visibleFigures } = request;
  const months = lastMonths(today, CURVE_MONTHS);
  const [sites, now, before, items, produced, lately] = await Promise.all([
    sitesSeen(db, site, request.sites),
    periodFigures(db, request),
    periodFigures(db, { ...request, period: comparablePart(period, today) }),
    itemsOf(db, site),
    producedUntil(db, site, today, visibleFigures.produzione),
    producedByMonth(db, site, months, visibleFigures.produzione),
  ]);
  const of = <Row extends { commessa: string }>(all: readonly Row[], commessa: string) => all.filter((one) => one.commessa === commessa);
  const usedOf = (commessa: string, until = monthOf(today)): UsedItem[] =>
    usedItems(
      of(items, commessa),
      of(produced, commessa).filter(({ mese }) => mese <= until),
    );
  const rows = sites.map(({ commessa, committente }) => ({
    commessa,
    committente,
    ...now.figures(commessa),
    precedente: before.figures(commessa),
    budget: budgetOf(usedOf(commessa), { seesAllLines: seesAll(request) }),
    mancano: now.missing(commessa),
    solo_tue: visibleFigures.ownOnly,
    ultimi_mesi: monthsOf(months).map((month) => lately.get(month)?.get(commessa) ?? 0),
  }));
  return { rows, now, itemsOf: usedOf };
}

/** Returns one site with the details of its figures; `null` if the person sees no such site. */
export async function wholeSite(db: Db, request: AskedSites & { site: string }): Promise<Andamento | null> {
  const { site, period, visibleFigures } = request;
  const [sites, groups, mesi, ever, lately] = await Promise.all([
    readSites(db, request),
    lineGroups(db, site, period, visibleFigures.produzione),
    monthRows(db, request),
    everFigures(db, request),
    monthRows(db, { ...request, period: lastMonths(request.today, CURVE_MONTHS) }),
  ]);
  const [row] = sites.rows;
  if (!row) return null;
  const of = (per: LineGroup['per']) => groups.filter((group) => group.per === per);
  const months = new Map(of('mese').map(({ mese, produzione }) => [mese, produzione]));
  return {
    ...row,
    in_tutto: ever,
    lavorazioni: workItemRows(of('lavorazione'), sites.itemsOf(site), seesAll(request)),
    operatori: of('operatore').map(({ operatore, unita, quantita, produzione }) => ({ operatore, unita, quantita, produzione })),
    attrezzature: of('attrezzatura').map(({ attrezzatura, giorni, unita, quantita, produzione }) => ({
      attrezzatura,
      giorni,
      unita,
      quantita,
      produzione,
    })),
    mesi: mesi.map((month) => withProduction(month, months.get(month.mese) ?? 0, visibleFigures)),
    curva: curveOf(
      lately.map((month, i) => withProduction(month, row.ultimi_mesi[i] ?? 0, visibleFigures)),
      row.budget,
      (month) => budgetOf(sites.itemsOf(site, month), { seesAllLines: true }).consumato ?? 0,
    ),
  };
}

function withProduction(month: Omit<RigaMese, 'produzione'>, produzione: number, { margine }: PeriodRequest['visibleFigures']): RigaMese {
  const figures = { ...month, produzione };
  return margine ? withMargin(figures) : figures;
}

/** Returns the months with the budget used until each, and an estimate of when the rest is used up. `usedUntil` returns euro. */
function curveOf(mesi: readonly RigaMese[], { importo, consumato }: Budget, usedUntil: (month: string) => number): Curva {
  if (importo === null || consumato === undefined) return { mesi: [...mesi] };
  const points = mesi.map((month) => ({ ...month, consumato: usedUntil(month.mese) }));
  // the current month is incomplete, so the pace is computed from the full months before it
  const whole = points.slice(-PACE_MONTHS - 2, -1).map((point) => point.consumato);
  const used = whole.slice(1).map((value, i) => sum([value, -whole[i]!], 2));
  const left = sum([importo, -consumato], 2);
  return { mesi: points, ...(left > 0 ? { stima: budgetEstimate(left, used, mesi.at(-1)!.mese) } : {}) };
}

/** Returns a site's figures of all time. Months without labour are listed only from the site's first recorded day. */
async function everFigures(db: Db, asked: AskedSites & { site: string }): Promise<Figures & { mancano: Mancano }> {
  const { site, today } = asked;
  const [began, ever] = await Promise.all([beganOn(db, site), periodFigures(db, { ...asked, period: { dal: BEGINNING, al: today } })]);
  const { manodopera, ...missing } = ever.missing(site);
  // labour is not missing in months before the site's first recorded day
  const lacking = manodopera?.filter((month) => month >= monthOf(began ?? today));
  return { ...ever.figures(site), mancano: { ...missing, ...(lacking ? { manodopera: lacking } : {}) } };
}

/** Checks whether the person sees all lines; otherwise the rest of a budget is unknown. */
const seesAll = ({ visibleFigures }: PeriodRequest): boolean => visibleFigures.produzione.scope === 'all';

/** Returns the rows of the produced work items with their budgets, then those of items with a budget but no production. */
function workItemRows(groups: readonly LineGroup[], items: readonly UsedItem[], seesAllLines: boolean): RigaLavorazione[] {
  const untouched = new Set(items.filter(({ budget_quantita, budget_importo }) => budget_quantita !== null || budget_importo !== null));
  const rows = groups.map(({ lavorazione, wbs, unita, quantita, produzione }) => {
    const item = items.find((one) => one.lavorazione === lavorazione && one.wbs === wbs);
    if (item) untouched.delete(item);
    return { lavorazione, wbs, unita, quantita, produzione, ...usedBy(item, seesAllLines) };
  });
  const rest = [...untouched].map((item) => ({
    lavorazione: item.lavorazione,
    wbs: item.wbs,
    unita: item.unita,
    quantita: 0,
    produzione: 0,
    ...usedBy(item, seesAllLines),
  }));
  return [...rows, ...rest];
}

const usedBy = (item: UsedItem | undefined, all: boolean) => ({
  budget_quantita: item?.budget_quantita ?? null,
  budget_importo: item?.budget_importo ?? null,
  ...(all ? { consumato_quantita: item?.consumato_quantita ?? 0, consumato_importo: item?.consumato_importo ?? 0 } : {}),
});

/** Returns costs, rentals and labour of each month with a day in the period. */
async function monthRows(
  db: Db,
  { site, period, today, visibleFigures }: PeriodRequest & { site: string },
): Promise<Omit<RigaMese, 'produzione'>[]> {
  const [costs, rentals, labour] = await Promise.all([
    visibleFigures.costi && costsByMonth(db, site, period, visibleFigures.costi),
    visibleFigures.noleggi && rentalsOn(db, site, period, visibleFigures.noleggi),
    visibleFigures.manodopera ? labourOf(db, site, wholeMonths(period)) : null,
  ]);
  const labourMonths = new Set(labour?.map(({ mese }) => mese));
  return monthsOf(period).map((mese) => {
    const { produzione: _later, ...figures } = withoutNulls({
      produzione: 0,
      costi: costs ? (costs.get(mese) ?? 0) : null,
      noleggi: rentals ? rentalSum(costedRentals(rentals, partOf(period, mese), today)) : null,
      manodopera: labour && labourMonths.has(mese) ? labourIn(labour, site, mese) : null,
    });
    return { mese, ...figures };
  });
}

const partOf = (period: Period, month: string): Period => common(period, firstOfMonth(month), lastOfMonth(month)) ?? period;
