import { documentiDitta } from '#contracts/registers/documenti-ditta.ts';
import { requisiti } from '#contracts/registers/requisiti.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import type { Declaration, Dependencies, FileOwner, Module, Parts, Route } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { dossierCommands } from './dossier/commands.ts';
import { dossierRoute } from './dossier/prepare-route.ts';
import { eraseReactor, eraseRoute } from './erase.ts';
import { fitnessRoute } from './fitness-route.ts';
import { fitnessRule } from './fitness-rule.ts';
import { kindRules } from './kind-rules.ts';
import { chainRoute } from './read-chain.ts';
import { renewRoute } from './renew.ts';
import { remindersRoute, runRemindersRoute } from './reminders.ts';
import { seenCommands, seenRoute } from './seen.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { dossierCantiere } from '#contracts/jobs/dossier-cantiere.ts';
import { promemoria } from '#contracts/jobs/promemoria.ts';
import { reminderReader } from '#projections/scadenze/reminder-reader.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { ACCEPTED_DELAY_MS } from '#services/platform/http/read-model-wait.ts';
import { dossierCantiereHandler } from './dossier/dossier-cantiere.handler.ts';
import { indexPdf } from './dossier/index-pdf.ts';
import { promemoriaHandler } from './promemoria.handler.ts';
import { morningReminders } from './reminder-schedule.ts';
import { z } from 'zod';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { seesBoard, type Board } from '#contracts/modules/scadenze/board.ts';
import { boardFilters, boardGroup, boardOrder } from '#contracts/modules/scadenze/board-request.ts';
import { boardFor } from '#projections/scadenze/board-export.queries.ts';
import { boardGroups, readBoard } from '#projections/scadenze/board.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { pageQuery, VALUES_PER_PAGE, valuesQuery } from '#services/registers/list-query.ts';
import type { DossierAnswer } from '#contracts/modules/scadenze/dossier-answer.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { readKey } from '#services/registers/body.ts';
import { readVisible } from '#services/registers/read.ts';
import { dossierQuery } from './dossier/asked.ts';
import { compile } from './dossier/compile.ts';
import { firmDocumentPath } from '#contracts/modules/scadenze/document-kind.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { assignScopes } from '#contracts/modules/scadenze/unassigned.ts';
import { readUnassigned } from '#projections/scadenze/unassigned.queries.ts';

/** Route that lists the open records without a responsible person, among those that the caller may change. */
function unassignedRoute({ lists, clock }: Pick<Dependencies, 'lists' | 'clock'>): Route {
  return {
    method: 'GET',
    path: '/api/scadenze/senza-responsabile',
    permission: 'session',
    description:
      'I record aperti senza responsabile, di macchinari, noleggi_int, report e cantieri, ciascuno per ciò che può modificare; 403 a chi non ne modifica nessuno.',
    async handle(_req, res, context) {
      const identity = requireIdentity(context.identity);
      const scopes = assignScopes(identity);
      if (Object.keys(scopes).length === 0) throw new DomainError('NON_PERMESSO');
      res.json(await readUnassigned(lists, { scopes, utente: identity.memberID, giorno: romeDate(clock.now()) }));
    },
  };
}

const FORM = /^DITTA\/(\d{1,15})_DITTA\.pdf$/;

/** Owner of the files of the firm's documents: each record has one file, named by the record's number. */
const firmFiles = ({ readDb }: Pick<Dependencies, 'readDb'>): FileOwner => ({
  async ownership(path) {
    const id = Number(FORM.exec(path)?.[1]);
    if (!Number.isSafeInteger(id) || firmDocumentPath(id) !== path) return null;
    const [row] = await findRows(readDb, documentiDitta, { id });
    return row ? { def: documentiDitta, kind: 'pdf', records: [{ id, utente: String(row.utente), field: 'percorso' }] } : null;
  },
});

/** Route that lists who may work on a site, with the documents that a dossier would contain. */
function dossierListRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/cantieri/dossier',
    heavy: true,
    permission: { access: cantieri.access, action: 'view' },
    schema: { query: dossierQuery },
    description:
      'Chi può lavorare su un cantiere (commessa) in un giorno: lavoratori (`lavoratore`, anche più volte) e macchine (`macchina`, anche più volte), con l’esito, i motivi e ogni documento richiesto; senza nomi chi vi ha lavorato negli ultimi 30 giorni. Serve vedere il cantiere; i lavoratori con report, le macchine con macchinari o noleggi_int.',
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      const { lavoratore, macchina, giorno, ...asked } = dossierQuery.parse(req.query);
      const commessa = String(readKey(cantieri, asked.commessa));
      await readVisible(deps, cantieri, commessa, identity);
      const today = romeDate(deps.clock.now());
      const { data, cantiere, sconosciuti } = await compile(deps, identity, {
        commessa,
        workers: lavoratore,
        machines: macchina,
        day: giorno ?? today,
        today,
      });
      res.json({ data, cantiere, sconosciuti } satisfies DossierAnswer);
    },
  };
}

const ROWS = 20;
const query = z.object({
  ...boardFilters.shape,
  pagina: pageQuery.shape.pagina,
  righe: pageQuery.shape.righe,
  ordina: boardOrder,
  gruppo: boardGroup,
});

/** Route that lists the deadlines that the person may see. */
function boardRoute({ lists, clock }: Pick<Dependencies, 'lists' | 'clock'>): Route {
  return {
    method: 'GET',
    path: '/api/scadenze',
    permission: 'session',
    description:
      'Lo scadenzario, a pagine: documenti, manutenzioni a ore, fine di noleggi e cantieri, e ciò che un requisito chiede e non c’è. Di macchinari, noleggi_int, report e cantieri, ciascuno per ciò che vede; 403 a chi non ne vede nessuno.',
    schema: { query },
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      // a person without any right on the board gets 403 before the query is validated
      if (!seesBoard(identity)) throw new DomainError('NON_PERMESSO');
      const today = romeDate(clock.now());
      const { pagina, righe = ROWS, ordina, gruppo, ...filters } = query.parse(req.query);
      const asked = { ...boardFor(identity, filters, today), ordina, gruppo, pagina, righe };
      res.json((await readBoard(lists, asked)) satisfies Board);
    },
  };
}

const groupsQuery = valuesQuery.extend(boardFilters.shape);

/** Route that counts the deadlines that the person may see by the values of a column. */
function boardGroupsRoute({ lists, clock }: Pick<Dependencies, 'lists' | 'clock'>): Route {
  return {
    method: 'GET',
    path: '/api/scadenze/gruppi',
    permission: 'session',
    heavy: true,
    description:
      'Le righe dello scadenzario raggruppate per i valori di una colonna (per), con gli stessi filtri; i gruppi più numerosi per primi.',
    schema: { query: groupsQuery },
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      if (!seesBoard(identity)) throw new DomainError('NON_PERMESSO');
      const { pagina, righe = VALUES_PER_PAGE, per, ...filters } = groupsQuery.parse(req.query);
      const page = { per, limit: righe, offset: (pagina - 1) * righe };
      res.json(await boardGroups(lists, boardFor(identity, filters, romeDate(clock.now())), page));
    },
  };
}

/** Declares the rules of document kinds and fitness, the commands of seen items and dossiers, and the owner of the firm's files. */
export const declareScadenze = (deps: Parts): Declaration => ({
  name: 'scadenze',
  commands: [...seenCommands, ...dossierCommands],
  rules: [...kindRules(deps), fitnessRule(deps)],
  files: [firmFiles(deps)],
});

/** Module of deadlines, document kinds, requirements, renewals, fitness, and the dossier of a site. */
export function scadenzeModule(deps: Dependencies): Module {
  return {
    name: 'scadenze',
    routes: [
      ...[tipiDocumento, requisiti, documentiDitta].flatMap((def) => registerModule(def, deps).routes),
      boardRoute(deps),
      boardGroupsRoute(deps),
      unassignedRoute(deps),
      seenRoute(deps),
      remindersRoute(deps),
      runRemindersRoute(deps),
      renewRoute(deps),
      chainRoute(deps),
      eraseRoute(deps),
      fitnessRoute(deps),
      dossierListRoute(deps),
      dossierRoute(deps),
    ],
    reactors: [eraseReactor(deps)],
    jobs: [
      job(promemoria, promemoriaHandler({ ...deps, reminders: reminderReader(deps.readDb, deps.catalogue, () => recordedIsRead(deps)) })),
      job(dossierCantiere, dossierCantiereHandler({ ...deps, writeIndex: indexPdf, resultsFolder: resultsFolder(deps.config) })),
    ],
    periodic: [morningReminders(deps)],
  };
}

/** Waits until the read tables contain all recorded events; resolves to false if they are late. */
async function recordedIsRead({ store, readModelWait }: Dependencies): Promise<boolean> {
  const head = await store.head();
  return head === null || readModelWait.until(head, ACCEPTED_DELAY_MS);
}
