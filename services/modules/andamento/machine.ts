import { romeDate } from '#contracts/core/dates.ts';
import { sum } from '#contracts/core/decimals.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { may, scope, type Identity } from '#contracts/core/permissions.ts';
import { CURVE_MONTHS } from '#contracts/modules/andamento/answer.ts';
import { machineRequest, type AndamentoMacchina, type FigureMacchina } from '#contracts/modules/andamento/machine.ts';
import { lastMonths, monthsOf, type Period } from '#contracts/core/period.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { machineMonths, machineSites, machineStops } from '#projections/andamento/machine.queries.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { wholeDue } from '#projections/scadenze/board.queries.ts';
import { require } from '#services/platform/http/permissions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'readDb' | 'clock'>;

/** A machine's cockpit: hours and cost by month, standstill, where it worked and what is due. */
export const machineRoute = ({ readDb, clock }: Deps): Route => ({
  method: 'GET',
  path: '/api/macchinari/andamento',
  permission: { access: macchinari.access, action: 'view' },
  schema: { query: machineRequest },
  description:
    'Andamento di un macchinario dal … al …: ore, giorni lavorati e di fermo, cantieri, mesi e prossime scadenze; il costo delle manutenzioni solo per chi le vede.',
  async handle(req, res, context) {
    const { matricola, dal, al } = machineRequest.parse(req.query);
    const identity = require(context.identity);
    const [machine] = await findRows(readDb, macchinari, { matricola: matricola.normalize('NFC') });
    if (!machine || !may(identity, macchinari.access, 'view', String(machine['utente']))) throw new DomainError('SCONOSCIUTO');
    const asked = { matricola: String(machine['matricola']), period: { dal, al }, today: romeDate(clock.now()), identity };
    res.json({ data: [await machineFigures(readDb, asked)] });
  },
});

async function machineFigures(
  db: Dependencies['readDb'],
  { matricola, period, today, identity }: { matricola: string; period: Period; today: string; identity: Identity },
): Promise<AndamentoMacchina> {
  const reach = scope(identity, manutenzioni.access, 'view');
  const costs = reach === 'none' ? null : { scope: reach, utente: identity.memberID };
  const lately = { matricola, period: lastMonths(today, CURVE_MONTHS), today };
  const [rows, last, fermi, cantieri, prossime] = await Promise.all([
    machineMonths(db, { matricola, period, today, costs }),
    machineMonths(db, { ...lately, costs }),
    machineStops(db, lately),
    machineSites(db, matricola, period),
    wholeDue(db, {
      scopes: { macchina: scope(identity, macchinari.access, 'view') === 'own' ? 'own' : 'all' },
      utente: identity.memberID,
      filters: { soggetto: 'macchina', id: matricola },
      giorno: today,
      today,
    }),
  ]);
  const figures = (of: readonly Required<FigureMacchina>[]): FigureMacchina => ({
    ore: sum(
      of.map(({ ore }) => ore),
      2,
    ),
    giorni_lavorati: of.reduce((total, { giorni_lavorati }) => total + giorni_lavorati, 0),
    fermo_giorni: of.reduce((total, { fermo_giorni }) => total + fermo_giorni, 0),
    ...(costs
      ? {
          costi_manutenzione: sum(
            of.map(({ costi_manutenzione }) => costi_manutenzione),
            2,
          ),
        }
      : {}),
  });
  const byMonth = (within: Period, of: typeof rows) =>
    monthsOf(within).map((mese) => ({ mese, ...figures(of.filter((row) => row.mese === mese)) }));
  return {
    matricola,
    ...figures(rows),
    ...(costs?.scope === 'own' ? { solo_tue: true as const } : {}),
    mesi: byMonth(period, rows),
    ultimi_mesi: byMonth(lately.period, last),
    fermi,
    cantieri,
    prossime,
  };
}
