import { DomainError } from '#contracts/core/errors.ts';
import { scope, type Identity, type RegisterAccess, type Scope } from '#contracts/core/permissions.ts';
import { analysisRequest, type AnalysisRequest } from '#contracts/modules/analisi-request.ts';
import { OPERAZIONI, seesWholeFirm, type Operation, type Reach } from '#contracts/modules/analisi.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { figures, type LineSelection, type ReaderScopes } from '#projections/analisi/analisi.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';

/** Creates the module that answers figures of production, of the whole firm or of the person's own lines (decisions, section 4). */
export function analisiModule({ lists }: Pick<Dependencies, 'lists'>): Module {
  return {
    name: 'analisi',
    routes: [
      {
        method: 'GET',
        path: '/api/analysis',
        permission: 'session',
        description:
          'Analisi della produzione dal … al …: una operazione risponde con le sue righe, più operazioni con le righe di ciascuna e la legenda delle lavorazioni. I gruppi diversi da 2 e 9 vedono la propria produzione. `commessa` restringe ogni operazione a quei cantieri.',
        schema: { query: analysisRequest },
        async handle(req, res, context) {
          const identity = requireIdentity(context.identity);
          const request = analysisRequest.parse(req.query);
          if (request.operazione.some((name) => OPERAZIONI[name][1] === 'whole') && !seesWholeFirm(identity))
            throw new DomainError('NON_PERMESSO');
          const requestedFigures = Object.fromEntries(
            request.operazione.map((name) => [
              name,
              { figure: OPERAZIONI[name][0], counted: countedFor(identity, request, OPERAZIONI[name][1]) },
            ]),
          );
          const [only, ...others] = request.operazione;
          // the response to a single operation has no legend
          const legendOf = others.length > 0 ? countedFor(identity, request, widest(request.operazione)) : null;
          const { rows, lavorazioni } = await figures(lists, requestedFigures, seenBy(identity), legendOf);
          const data =
            legendOf === null && only
              ? rows[only]
              : `{${Object.entries(rows)
                  .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
                  .join()}}`;
          res.type('json').send(`{"data":${data}${legendOf === null ? '' : `,"lavorazioni":${lavorazioni}`}}`);
        },
      },
    ],
  };
}

/**
 * Returns the reach of the legend's lines: `own` if all operations count own lines, otherwise `whole`. Filters of a request do not narrow
 * the legend, which names the work items of all requested operations.
 */
const widest = (operazioni: readonly Operation[]): Reach => (operazioni.every((name) => OPERAZIONI[name][1] === 'own') ? 'own' : 'whole');

function countedFor(identity: Identity, { dal, al, lav, can, wbs, commessa }: AnalysisRequest, reach: Reach): LineSelection {
  const ownOnly = reach === 'own' || !seesWholeFirm(identity);
  return {
    dal,
    al,
    scope: narrowScope(viewOf(identity, produzione.access), ownOnly),
    utente: identity.memberID,
    commesse: commessa,
    ...(reach === 'filtered' ? { lav, can, wbs } : {}),
  };
}

const narrowScope = (scope: Scope, own: boolean): Scope => (own && scope === 'all' ? 'own' : scope);

const viewOf = (identity: Identity, access: RegisterAccess): Scope => scope(identity, access, 'view');

const seenBy = (identity: Identity): ReaderScopes => ({
  utente: identity.memberID,
  cantieri: viewOf(identity, cantieri.access),
  macchinari: viewOf(identity, macchinari.access),
  noleggi: viewOf(identity, noleggi.access),
});
