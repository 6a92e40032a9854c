import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, scope } from '#contracts/core/permissions.ts';
import { STATEMENT_ACCESS } from '#contracts/modules/accise/closing.ts';
import { quarterForPeople, quarterKey, type Quarter } from '#contracts/modules/accise/quarter.ts';
import { closingRequest, reopeningRequest, statementRequest } from '#contracts/modules/accise/request.ts';
import { accise } from '#contracts/registers/accise.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { sendChanged, senderOf, waitForReadTables } from '#services/platform/http/write-answer.ts';
import type { Declaration, Dependencies, Exchange, Module, Parts, Route } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { closeQuarter, reopenQuarter } from './closings.ts';
import { lockedQuarters, refuseLocked } from './locked-quarters.ts';
import { statementFor } from './statement.ts';
import type { Dichiarazione } from '#contracts/modules/accise/statement.ts';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import { statementCsv } from './statement-csv.ts';
import { statementPdf } from './statement-pdf.ts';

interface StatementFile {
  format: 'text/csv' | 'application/pdf';
  statement: Dichiarazione;
  request: Quarter & { cantiere?: string | undefined };
}

/** Sends the statement as a CSV or PDF file, after recording the export in the trail of accesses. */
async function sendFile(
  deps: Pick<Dependencies, 'config' | 'clock' | 'writeDb' | 'log'>,
  { req, res, context }: Exchange,
  { format, statement, request }: StatementFile,
): Promise<void> {
  const kind = format === 'text/csv' ? 'csv' : 'pdf';
  const only = request.cantiere ? `, cantiere ${request.cantiere}` : '';
  await recordTaking(deps, takerOf(req, context), {
    tipo: 'esportazione',
    cosa: `dichiarazione accise, ${quarterForPeople(request)}${only}, ${kind}`,
    quanti: statement.data.length,
  });
  res.attachment(`accise-${quarterKey(request)}.${kind}`).type(kind === 'csv' ? 'text/csv; charset=utf-8' : format);
  res.set('Cache-Control', 'no-store');
  res.send(
    kind === 'csv'
      ? statementCsv(statement)
      : await statementPdf(statement, { ...request, ditta: deps.config.DITTA, now: deps.clock.now() }),
  );
}

const PATH = '/api/accise/dichiarazione';

/** Declares the rule that locks closed quarters. */
export const declareAccise = (deps: Parts): Declaration => ({
  name: 'accise',
  rules: [lockedQuarters(deps)],
});

/** Creates the module of excise readings and of the quarterly statement computed from them. */
export function acciseModule(deps: Dependencies): Module {
  return {
    name: 'accise',
    routes: [
      ...registerModule(accise, deps, { beforeMany: (keys) => refuseLocked(deps, keys) }).routes,
      readRoute(deps),
      closeRoute(deps),
      reopenRoute(deps),
    ],
  };
}

const readRoute = (deps: Dependencies): Route => ({
  method: 'GET',
  path: PATH,
  permission: { access: STATEMENT_ACCESS, action: 'view' },
  schema: { query: statementRequest },
  description:
    'Dichiarazione accise di un trimestre (anno, trimestre), anche di un cantiere solo: una riga per macchina e cantiere, in JSON, text/csv o application/pdf secondo Accept. Al livello 1 con le sole letture proprie.',
  async handle(req, res, context) {
    const request = statementRequest.parse(req.query);
    const statement = await statementFor(deps, requireIdentity(context.identity), request);
    const format = req.accepts(['application/json', 'text/csv', 'application/pdf']);
    if (format === 'text/csv' || format === 'application/pdf') return sendFile(deps, { req, res, context }, { format, statement, request });
    res.json(statement);
  },
});

const closeRoute = (deps: Dependencies): Route => ({
  method: 'POST',
  path: `${PATH}/chiudi`,
  permission: { access: STATEMENT_ACCESS, action: 'edit' },
  schema: { body: closingRequest },
  description:
    'Chiude un trimestre finito (anno, trimestre): le sue righe restano come sono, le sue letture non si cambiano più. Serve il livello 3 in modifica.',
  async handle(req, res, context) {
    const sender = senderOf(req, context);
    if (scope(sender.identity, STATEMENT_ACCESS, 'edit') !== 'all')
      throw new DomainError('NON_PERMESSO', { message: 'Un trimestre lo chiude chi può modificare tutte le accise.' });
    const { version, position, eventCount } = await closeQuarter(deps, closingRequest.parse(req.body), sender);
    await waitForReadTables(deps, res, position);
    sendChanged(res, eventCount, version);
  },
});

const reopenRoute = (deps: Dependencies): Route => ({
  method: 'POST',
  path: `${PATH}/riapri`,
  permission: { access: STATEMENT_ACCESS, action: 'view' },
  schema: { body: reopeningRequest },
  description: 'Riapre un trimestre chiuso (anno, trimestre, motivo); solo per il gruppo 2. Lo storico dice chi e perché.',
  async handle(req, res, context) {
    const sender = senderOf(req, context);
    const { motivo, ...quarter } = reopeningRequest.parse(req.body);
    if (sender.identity.groupID !== GRUPPO_AMMINISTRATORI)
      throw new DomainError('NON_PERMESSO', { message: `Il ${quarterForPeople(quarter)} lo può riaprire solo un amministratore.` });
    const { version, position, eventCount } = await reopenQuarter(deps, quarter, motivo, sender);
    await waitForReadTables(deps, res, position);
    sendChanged(res, eventCount, version);
  },
});
