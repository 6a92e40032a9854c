import type { Request } from 'express';
import { z } from 'zod';
import { fileFields } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { TYPE_CHANGES } from '#contracts/core/record-change.ts';
import { HISTORY_ROWS, type HistoryItem } from '#contracts/core/history.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { RIGHTS_REGISTERS } from '#contracts/modules/rights-registers.ts';
import { withAddedLabels } from '#projections/storico/added-labels.queries.ts';
import { historyOf, foldedTrail, register, trailGroups } from '#projections/storico/storico.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { bulkChangesOf } from '#services/platform/postgres/bulk-changes.ts';
import { waitForReadTables, senderOf, sendChanged } from '#services/platform/http/write-answer.ts';
import type { Dependencies, Module, Route } from '#services/platform/module.ts';
import { authoriseRead } from '#services/registers/authorise.ts';
import { lastPosition } from '#services/registers/batch.ts';
import { isData, MAX_KEYS, readKey, registerOf } from '#services/registers/body.ts';
import { bringBack } from '#services/registers/bring-back.ts';
import { pageQuery, VALUES_PER_PAGE, valuesQuery } from '#services/registers/list-query.ts';
import { restoreFiles } from '#services/registers/restore-files.ts';
import { recordAsOf, asOfRequest } from './as-of.ts';
import { asRow, readFromLog, recordAsked } from '#services/registers/logged-record.ts';
import { ifNotEmpty } from '#contracts/core/request-schema.ts';
import { ownsChange } from '#contracts/modules/modifiche.ts';
import { registerFilters, seesTrail, visibleTo } from '#contracts/modules/trail.ts';

const request = pageQuery.extend({
  ...registerFilters.shape,
  /** Folds into one row the entries of one request, and the entries that the portal itself recorded on one day. */
  piega: ifNotEmpty(z.literal('1', { error: 'Serve 1' })),
});

/** Route that lists the changes of the whole portal, for administrators and management. */
function trailRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/storico/registro',
    permission: 'session',
    heavy: true,
    description:
      'Il registro di tutte le modifiche, dalla più recente; solo per i gruppi 2 e 9, di ciò che possono vedere. Con piega=1 le voci di una richiesta, e quelle che il portale ha preparato da sé in un giorno, sono una riga sola (insieme), che gruppo apre; voci dice quante sono in tutto.',
    schema: { query: request },
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      if (!seesTrail(identity)) throw new DomainError('NON_PERMESSO');
      const { righe = HISTORY_ROWS, piega, ...asked } = request.parse(req.query);
      if (asked.tabella !== undefined && !deps.catalogue.chronicle(asked.tabella)) registerOf(deps.catalogue, asked.tabella);
      const page = { ...asked, righe, visible: visibleTo(deps.catalogue, identity) };
      const { righe: entries, ...totals } = await (piega ? foldedTrail(deps.lists, page) : register(deps.lists, page));
      const labelled = await withAddedLabels(deps.lists, deps.catalogue, entries);
      res.json({ data: piega ? await withChanges(deps, identity, labelled) : labelled, ...totals });
    },
  };
}

const groupsQuery = request.extend(valuesQuery.shape);

/** Route that counts the rows of the trail by the values of a column. */
function trailGroupsRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/storico/registro/gruppi',
    permission: 'session',
    heavy: true,
    description:
      'Le voci del registro di tutte le modifiche raggruppate per i valori di una colonna (per), con gli stessi filtri; con piega=1 si contano le righe. Solo per i gruppi 2 e 9, di ciò che possono vedere.',
    schema: { query: groupsQuery },
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      if (!seesTrail(identity)) throw new DomainError('NON_PERMESSO');
      const { pagina, righe = VALUES_PER_PAGE, per, piega, ...asked } = groupsQuery.parse(req.query);
      const chosen = { ...asked, visible: visibleTo(deps.catalogue, identity) };
      const page = { per, folded: piega !== undefined, limit: righe, offset: (pagina - 1) * righe };
      res.json(await trailGroups(deps.lists, chosen, page));
    },
  };
}

/** Adds to folded entries the bulk change that they belong to, if the reader may undo that change. */
async function withChanges(
  { writeDb, catalogue }: Dependencies,
  identity: Identity,
  entries: readonly HistoryItem[],
): Promise<HistoryItem[]> {
  const ended = await bulkChangesOf(writeDb).toTakeBack(entries.flatMap(({ insieme }) => insieme?.gruppo ?? []));
  const ownChanges = ended.filter(
    (change) => ownsChange(identity, change) && scope(identity, catalogue.registerOrThrow(change.register).access, 'edit') !== 'none',
  );
  return entries.map((entry) => {
    const { insieme } = entry;
    const change = insieme && ownChanges.find(({ groups }) => groups.includes(insieme.gruppo));
    if (!insieme || !change) return entry;
    return { ...entry, insieme: { ...insieme, modifica: { id: change.id, registro: change.register, fatti: change.done } } };
  });
}

/** Module of the history: events of records, past states of records, and restores. */
export function storicoModule(deps: Dependencies): Module {
  return {
    name: 'storico',
    routes: [storicoRoute(deps), stateRoute(deps), restoreRoute(deps), bringBackRoute(deps), trailRoute(deps), trailGroupsRoute(deps)],
  };
}

const kinds = z.enum(TYPE_CHANGES, { error: `Serve uno o più fra: ${TYPE_CHANGES.join(', ')}` });
const historyQuery = z.object({
  pagina: pageQuery.shape.pagina.unwrap().optional(),
  righe: pageQuery.shape.righe,
  tipi: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(kinds))
    .optional(),
});

function storicoRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/storico',
    permission: 'session',
    description:
      'Gli eventi di un record (tabella, id), dal più recente, con i valori prima e dopo; dei suoi figli anche. Tutti, oppure con pagina o righe una pagina e il totale; con tipi (separati da virgole) solo quelli.',
    schema: { query: historyQuery },
    async handle(req, res, { identity }) {
      const me = requireIdentity(identity);
      const { def, key } = recordAsked(deps, req.query['tabella'], req.query['id'], me);
      const { pagina, righe, tipi } = historyQuery.parse(req.query);
      const paged = pagina !== undefined || righe !== undefined;
      const history = await historyOf(
        deps.lists,
        deps.catalogue,
        { tabella: def.path, id: String(key) },
        {
          withChildren: deps.catalogue.childrenOf(def).length > 0,
          tipi,
          ...(paged ? { pagina: pagina ?? 1, righe: righe ?? HISTORY_ROWS } : {}),
        },
      );
      if (history === null) throw new DomainError('SCONOSCIUTO');
      authoriseRead(def, me, history.owner);
      const data = await withAddedLabels(deps.lists, deps.catalogue, history.voci);
      res.json(paged ? { data, totale: history.totale } : { data });
    },
  };
}

function stateRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/storico/stato',
    permission: 'session',
    description: "Il record (tabella, id) com'era a una versione o a una data (al).",
    async handle(req, res, { identity }) {
      // the right to see the record is checked before errors in the request are reported
      const parsedQuery = asOfRequest.safeParse(req.query);
      const loggedRecord = await readFromLog(
        deps,
        { table: req.query['tabella'], id: req.query['id'], until: parsedQuery.data?.versione },
        requireIdentity(identity),
      );
      res.json({ data: [asRow(loggedRecord, recordAsOf(deps, loggedRecord, parsedQuery.data ?? asOfRequest.parse(req.query)))] });
    },
  };
}

const restoreRequest = z.object({
  tabella: z.string({ error: 'Serve la tabella' }),
  id: z.union([z.string(), z.number()], { error: "Serve l'id" }),
  versione: z.coerce
    .number({ error: 'Serve un numero di versione' })
    .int({ error: 'Serve un numero intero' })
    .positive({ error: 'Serve un numero positivo' }),
  campi: z
    .array(z.string({ error: 'Serve il nome di un campo' }), { error: 'Serve un elenco di campi' })
    .max(500, { error: 'Troppi campi' })
    .optional(),
});

/** Tells whether a request restores a user, a group or a permission, which may give somebody rights. */
const givesRights = ({ body }: Request): boolean => isData(body) && RIGHTS_REGISTERS.has(body['tabella']);

function restoreRoute(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/storico/ripristina',
    permission: 'session',
    confirmed: givesRights,
    description:
      'Riporta un record (tabella, id) ai valori di una versione, con un evento nuovo; con `campi` quelli soli; anche un record eliminato. Di un documento torna anche il contenuto di allora, come versione nuova.',
    schema: { body: restoreRequest },
    async handle(req, res, context) {
      const { tabella, id, versione, campi } = restoreRequest.parse(req.body);
      const def = await deps.catalogue.currentDefinition(deps.readDb, registerOf(deps.catalogue, tabella));
      const unknown = campi?.find((field) => !Object.hasOwn(def.fields, field));
      if (unknown !== undefined)
        throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'campi', messaggio: `Il campo ${unknown} non c'è` }] });
      const key = readKey(def, id, 'id');
      const { readVersion } = context;
      const sender = senderOf(req, context);
      const outcome = await deps.dispatch(
        { register: def.path, action: 'restore', key, version: versione, readVersion, ...(campi ? { fields: campi } : {}) },
        sender,
      );
      const files =
        fileFields(def).length === 0
          ? null
          : await restoreFiles(
              deps,
              { ...(await readFromLog(deps, { table: def.path, id: key }, sender.identity)), version: versione, fields: campi },
              sender,
            );
      const position = files?.position ?? outcome.position;
      await waitForReadTables(deps, res, position);
      sendChanged(res, position === null ? 0 : 1, files?.versione ?? outcome.version);
    },
  };
}

const bringBackRequest = z.object({
  tabella: restoreRequest.shape.tabella,
  ids: z
    .array(restoreRequest.shape.id, { error: "Serve l'elenco degli id" })
    .min(1, { error: 'Serve almeno un id' })
    .max(MAX_KEYS, { error: `Al massimo ${MAX_KEYS} record per volta` }),
});

function bringBackRoute(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/storico/riporta',
    permission: 'session',
    confirmed: givesRights,
    heavy: true,
    description:
      'Riporta più record eliminati (tabella, ids) com’erano prima, tutti o nessuno: chi li ha appena eliminati, o chi può ripristinarli.',
    schema: { body: bringBackRequest },
    async handle(req, res, context) {
      const { tabella, ids } = bringBackRequest.parse(req.body);
      const identity = requireIdentity(context.identity);
      const def = registerOf(deps.catalogue, tabella);
      authoriseRead(def, identity, identity.memberID);
      const keys = [...new Set(ids.map((id) => readKey(def, id, 'ids')))];
      const outcomes = await bringBack(deps, { def, keys }, senderOf(req, context));
      await waitForReadTables(deps, res, lastPosition(outcomes));
      sendChanged(res, outcomes.length, outcomes.at(-1)?.version ?? 0);
    },
  };
}
