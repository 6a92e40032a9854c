import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope } from '#contracts/core/permissions.ts';
import { andamentoRequest, righeRequest } from '#contracts/modules/andamento/request.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { sitesSeen, type RowScope } from '#projections/andamento/andamento.queries.ts';
import { checkPermission, requireIdentity } from '#services/platform/http/permissions.ts';
import type { Context, Dependencies, Module, Route } from '#services/platform/module.ts';
import { machineRoute } from './machine.ts';
import { seenFigures } from './reach.ts';
import { figureRows } from './rows.ts';
import { siteFigures, wholeSite } from './site-figures.ts';

type Deps = Pick<Dependencies, 'lists' | 'clock'>;

const PATH = '/api/cantieri/andamento';
const WHO =
  'Serve la vista su cantieri e produzione; costi, noleggi e manodopera ci sono solo per chi vede costi, noleggi e report, il margine per chi li vede tutti.';

/**
 * Creates the module of the figures of sites (production, costs, rentals, labour), the rows behind each figure, and figures of machines.
 */
export function andamentoModule(deps: Deps): Module {
  return { name: 'andamento', routes: [figuresRoute(deps), rowsRoute(deps), machineRoute(deps)] };
}

const SITES = { access: cantieri.access, action: 'view' } as const;
const LINES = { access: produzione.access, action: 'view' } as const;

/** Returns the person's scopes on sites and figures. Checks the right to view production here, since a route declares only one right. */
function viewer({ identity: given }: Context) {
  checkPermission(LINES, given);
  const identity = requireIdentity(given);
  const sites: RowScope = { scope: scope(identity, cantieri.access, 'view'), utente: identity.memberID };
  return { sites, visibleFigures: seenFigures(identity) };
}

const figuresRoute = ({ lists, clock }: Deps): Route => ({
  method: 'GET',
  path: PATH,
  permission: SITES,
  heavy: ({ query }) => query['commessa'] === undefined,
  schema: { query: andamentoRequest },
  description: `Andamento di un cantiere dal … al …: le sue cifre, quelle del periodo prima, budget, lavorazioni, operatori, attrezzature e mesi; senza commessa una riga per cantiere, e in senza_cantiere ciò che sta su commesse che non esistono. ${WHO}`,
  async handle(req, res, context) {
    const { commessa, dal, al } = andamentoRequest.parse(req.query);
    const request = { ...viewer(context), period: { dal, al }, today: romeDate(clock.now()) };
    if (commessa === undefined) {
      const { rows, ...rest } = await siteFigures(lists, request);
      return void res.json({ data: rows, ...rest });
    }
    const site = await wholeSite(lists, { ...request, site: commessa });
    if (!site) throw new DomainError('SCONOSCIUTO');
    res.json({ data: [site] });
  },
});

const rowsRoute = ({ lists, clock }: Deps): Route => ({
  method: 'GET',
  path: `${PATH}/righe`,
  permission: SITES,
  schema: { query: righeRequest },
  description: `Le righe di una voce dell'andamento di un cantiere: la somma dei loro importi è la cifra. ${WHO}`,
  async handle(req, res, context) {
    const request = righeRequest.parse(req.query);
    const { sites, visibleFigures } = viewer(context);
    const [site] = await sitesSeen(lists, request.commessa, sites);
    if (!site) throw new DomainError('SCONOSCIUTO');
    const rows = await figureRows(lists, request, visibleFigures, romeDate(clock.now()));
    if (!rows) throw new DomainError('NON_PERMESSO');
    res.json({ data: rows });
  },
});
