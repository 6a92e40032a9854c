import { romeDate } from '#contracts/core/dates.ts';
import { sum } from '#contracts/core/decimals.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { may, scope, type Identity, type RegisterAccess } from '#contracts/core/permissions.ts';
import { CURVE_MONTHS } from '#contracts/modules/andamento/answer.ts';
import { machineRequest, type AndamentoMacchina, type FigureMacchina } from '#contracts/modules/andamento/machine.ts';
import { lastMonths, monthsOf, type Period } from '#contracts/core/period.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import type { RowScope } from '#projections/andamento/andamento.queries.ts';
import { machineMonths, machineSites, machineStops, type MonthRow } from '#projections/andamento/machine.queries.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { wholeDue } from '#projections/scadenze/board.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'lists' | 'clock'>;

/** Creates the route of a machine's figures: hours and cost by month, standstill days, sites and next due dates. */
export const machineRoute = ({ lists, clock }: Deps): Route => ({
  method: 'GET',
  path: '/api/macchinari/andamento',
  permission: { access: macchinari.access, action: 'view' },
  schema: { query: machineRequest },
  description:
    'Andamento di un macchinario dal … al …: ore, giorni lavorati e di fermo, cantieri, mesi e prossime scadenze; il costo delle manutenzioni solo per chi le vede, i giorni lavorati per chi vede la produzione, i cantieri per chi vede produzione e cantieri.',
  async handle(req, res, context) {
    const { matricola, dal, al } = machineRequest.parse(req.query);
    const identity = requireIdentity(context.identity);
    const [machine] = await findRows(lists, macchinari, { matricola: matricola.normalize('NFC') });
    if (!machine || !may(identity, macchinari.access, 'view', String(machine.utente))) throw new DomainError('SCONOSCIUTO');
    const asked = { matricola: String(machine.matricola), period: { dal, al }, today: romeDate(clock.now()), identity };
    res.json({ data: [await machineFigures(lists, asked)] });
  },
});

async function machineFigures(
  db: Dependencies['lists'],
  { matricola, period, today, identity }: { matricola: string; period: Period; today: string; identity: Identity },
): Promise<AndamentoMacchina> {
  const seenOf = (access: RegisterAccess): RowScope => ({ scope: scope(identity, access, 'view'), utente: identity.memberID });
  const [costs, lines, sites] = [seenOf(manutenzioni.access), seenOf(produzione.access), seenOf(cantieri.access)];
  const places = lines.scope !== 'none' && sites.scope !== 'none';
  const lately = { matricola, period: lastMonths(today, CURVE_MONTHS), today };
  const [rows, last, fermi, worked, prossime] = await Promise.all([
    machineMonths(db, { matricola, period, today, costs, lines }),
    machineMonths(db, { ...lately, costs, lines }),
    machineStops(db, lately),
    places ? machineSites(db, { matricola, period, lines, sites }) : null,
    wholeDue(db, {
      scopes: { macchina: scope(identity, macchinari.access, 'view') === 'own' ? 'own' : 'all' },
      utente: identity.memberID,
      filters: { soggetto: 'macchina', id: matricola },
      giorno: today,
      today,
    }),
  ]);
  const figures = (of: readonly MonthRow[]): FigureMacchina => ({
    ore: total(of, 'ore'),
    ...(lines.scope === 'none' ? {} : { giorni_lavorati: total(of, 'giorni_lavorati') }),
    fermo_giorni: total(of, 'fermo_giorni'),
    ...(costs.scope === 'none' ? {} : { costi_manutenzione: total(of, 'costi_manutenzione') }),
  });
  const byMonth = (within: Period, of: readonly MonthRow[]) =>
    monthsOf(within).map((mese) => ({ mese, ...figures(of.filter((row) => row.mese === mese)) }));
  return {
    matricola,
    ...figures(rows),
    ...(costs.scope === 'own' ? { solo_tue: true as const } : {}),
    ...(lines.scope === 'own' ? { solo_tue_giornate: true as const } : {}),
    mesi: byMonth(period, rows),
    ultimi_mesi: byMonth(lately.period, last),
    fermi,
    ...(worked ? { cantieri: worked } : {}),
    prossime,
  };
}

const total = (rows: readonly MonthRow[], figure: keyof Omit<MonthRow, 'mese'>): number =>
  sum(
    rows.map((row) => row[figure]),
    2,
  );
