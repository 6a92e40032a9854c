import type { Request } from 'express';
import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { commenti } from '#contracts/registers/commenti.ts';
import { commentsOf } from '#projections/commenti/commenti.queries.ts';
import { readOne } from '#projections/registers/register.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { senderOf, waitForReadTables } from '#services/platform/http/write-answer.ts';
import type { Context, Dependencies, Route } from '#services/platform/module.ts';
import { rawKey, readKey, readKeys, recordOfBody, valuesOfBody } from '#services/registers/body.ts';
import { findFollowed, requireFollowed } from '#services/registers/followed-record.ts';
import { deleteRoute } from '#services/registers/delete.ts';
import { pageQuery } from '#services/registers/list-query.ts';
import { readRoute } from '#services/registers/read.ts';
import { mentionable, mentionedBy } from './mentioned-people.ts';
import { commentedRegister, targetAsked } from './target.ts';

const ROWS = 100;

const ofRecordQuery = pageQuery.omit({ cerca: true }).extend({
  tabella: z.string({ error: 'Serve il nome di un registro' }),
  record: z.string({ error: 'Serve la chiave di un record' }),
});

const personQuery = ofRecordQuery.pick({ tabella: true, record: true });

/** Route that lists the comments of a record, or one's own comments, or returns a single comment. */
export function readCommentsRoute(deps: Dependencies): Route {
  const plainRead = readRoute(commenti, deps);
  return {
    method: 'GET',
    path: '/api/commenti',
    permission: { access: commenti.access, action: 'view' },
    description:
      'I commenti di un record (tabella, record), dal più vecchio, a pagine con il totale, per chi può vedere il record. Con la chiave un commento solo. Senza, i propri, come in ogni elenco.',
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      const key = keyAsked(req);
      if (key !== undefined) {
        const row = await readOne(deps.readDb, deps.catalogue, commenti, readKey(commenti, key));
        if (!row) throw new DomainError('SCONOSCIUTO');
        await requireFollowed(deps, commenti, row, identity);
        res.set('ETag', `"${String(row.versione)}"`).json({ data: [row] });
        return;
      }
      if (req.query['tabella'] === undefined && req.query['record'] === undefined) return plainRead.handle(req, res, context);
      commentedRegister(deps, req.query['tabella']);
      const { tabella, record, pagina, righe = ROWS } = ofRecordQuery.parse(req.query);
      const target = await targetAsked(deps, tabella, record, identity);
      const { comments, total } = await commentsOf(
        deps.readDb,
        { tabella: target.def.path, record: String(target.key) },
        { page: pagina, rows: righe },
      );
      res.json({ data: comments, totale: total });
    },
  };
}

/** Route that lists the users whom a comment on a record can mention. */
export const mentionableRoute = (deps: Dependencies): Route => ({
  method: 'GET',
  path: '/api/commenti/persone',
  permission: { access: commenti.access, action: 'view' },
  description: 'Chi si può nominare in un commento di un record (tabella, record): gli utenti che lo vedono, tranne chi chiama.',
  schema: { query: personQuery },
  async handle(req, res, context) {
    const identity = requireIdentity(context.identity);
    commentedRegister(deps, req.query['tabella']);
    const { tabella, record } = personQuery.parse(req.query);
    res.json({ data: await mentionable(deps, await targetAsked(deps, tabella, record, identity), identity.memberID) });
  },
});

const keyAsked = ({ query }: Request): unknown => query['chiave'] ?? query['id'];

/** Route that adds a comment to a record that the person may see. */
export function createCommentRoute(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/commenti',
    permission: { access: commenti.access, action: 'insert' },
    description:
      'Aggiunge un commento a un record (tabella, record) che si può vedere: testo, e il giorno in cui farselo ricordare (ricordami). Chi è nominato (@utente) e vede il record ne ha un avviso; senza_avviso elenca i nomi che non ne hanno.',
    async handle(req, res, context) {
      const record = recordOfBody(commenti, req.body);
      const values = valuesOfBody(commenti, record, 'create');
      const outcome = await deps.dispatch({ register: commenti.path, action: 'create', values }, senderOf(req, context));
      await waitForReadTables(deps, res, outcome.position);
      res
        .status(201)
        .location(`/api/commenti?chiave=${outcome.key}`)
        .set('ETag', `"${outcome.version}"`)
        .json({ message: { insertId: outcome.key, versione: outcome.version, ...(await untoldOf(deps, outcome.key, context)) } });
    },
  };
}

/** Route that changes text and reminder of an own comment. */
export function changeCommentRoute(deps: Dependencies): Route {
  return {
    method: 'PUT',
    path: '/api/commenti',
    permission: { access: commenti.access, action: 'edit' },
    description:
      'Modifica testo e ricordami di un proprio commento; il record resta quello. Chi era già nominato non ha un secondo avviso.',
    async handle(req, res, context) {
      const record = recordOfBody(commenti, req.body);
      const key = readKey(commenti, rawKey(commenti, record));
      await refuseOthers(deps, [key], requireIdentity(context.identity));
      const values = valuesOfBody(commenti, record, 'change');
      const { readVersion } = context;
      const outcome = await deps.dispatch({ register: commenti.path, action: 'change', key, values, readVersion }, senderOf(req, context));
      await waitForReadTables(deps, res, outcome.position);
      const { version, position } = outcome;
      const affectedRows = position === null ? 0 : 1;
      res.set('ETag', `"${version}"`).json({ message: { affectedRows, versione: version, ...(await untoldOf(deps, key, context)) } });
    },
  };
}

/** Route that deletes own comments. */
export function deleteCommentRoute(deps: Dependencies): Route {
  const engine = deleteRoute(commenti, deps);
  const { method, path, permission, description } = engine;
  return {
    method,
    path,
    permission,
    description: `${description} Soltanto i propri.`,
    async handle(req, res, context) {
      await refuseOthers(deps, readKeys(commenti, req.body, req.query), requireIdentity(context.identity));
      return engine.handle(req, res, context);
    },
  };
}

/** Returns, for the response of a write, the mentioned names that get no notice; an empty object if there are none. */
async function untoldOf(deps: Dependencies, key: string | number, { identity }: Context): Promise<{ senza_avviso?: string[] }> {
  const row = await readOne(deps.readDb, deps.catalogue, commenti, key);
  const target = row && (await findFollowed(deps, commenti, row));
  if (!row || !target) return {};
  const author = requireIdentity(identity).memberID;
  const { untold } = await mentionedBy(deps, { testo: String(row.testo ?? ''), author }, target);
  return untold.length === 0 ? {} : { senza_avviso: untold };
}

/**
 * Throws 403 for comments of other people on records that the person sees. The generic routes would answer 404, as for records that the
 * person does not see.
 */
async function refuseOthers(deps: Dependencies, keys: readonly (string | number)[], identity: Identity): Promise<void> {
  for (const key of keys) {
    const row = await readOne(deps.readDb, deps.catalogue, commenti, key);
    if (!row || row.utente === identity.memberID) continue;
    await requireFollowed(deps, commenti, row, identity);
    throw new DomainError('NON_PERMESSO', { message: 'Un commento lo modifica e lo elimina soltanto chi l’ha scritto.' });
  }
}
