import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { SHARINGS, VIEW_LIMITS, type SavedView } from '#contracts/core/saved-view.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { sendChanged } from '#services/platform/http/write-answer.ts';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import type { Route } from '#services/platform/module.ts';
import { savedViews } from '#services/platform/postgres/saved-views.ts';
import { contentsSchema } from './contents.ts';
import { checkSharing, supersededView, viewedTable, viewId, visibleView, writableView } from './view-access.ts';
import { knownList, type ViewNeeds } from './viewed-list.ts';

const SEQUENCE = 'viste';

const name = z
  .string({ error: 'Serve un nome' })
  .trim()
  .min(1, { error: 'Serve un nome' })
  .max(VIEW_LIMITS.name, { error: `Al massimo ${VIEW_LIMITS.name} caratteri` });
const changeable = {
  nome: name,
  contenuto: contentsSchema,
  condivisa: z.enum(SHARINGS, { error: `Serve uno fra: ${SHARINGS.join(', ')}` }),
  predefinita: z.union([z.literal(0), z.literal(1)], { error: 'Serve 0 oppure 1' }),
};
const newView = z.strictObject({
  ...changeable,
  tabella: viewedTable,
  condivisa: changeable.condivisa.default('no'),
  predefinita: changeable.predefinita.default(0),
});
const changedView = z.strictObject({ id: viewId, ...z.strictObject(changeable).partial().shape });
const inBody = <T extends z.ZodType>(view: T) => z.object({ vista: view }, { error: 'Serve un oggetto "vista" con i dati' });
const createBody = inBody(newView);
const changeBody = inBody(changedView);
const deleteBody = z.object({ id: viewId });
const chooseBody = z.strictObject({ tabella: viewedTable, vista: viewId.nullable() });

/** Route that creates a view. */
export const createViewRoute = (deps: ViewNeeds): Route => ({
  method: 'POST',
  path: '/api/viste',
  permission: 'session',
  description: `Crea una vista di un elenco che si può vedere; condivisa: no, gruppo o (gruppi 2 e 9) tutti. Al massimo ${VIEW_LIMITS.views} a persona.`,
  schema: { body: createBody },
  async handle(req, res, context) {
    const identity = requireIdentity(context.identity);
    const { vista } = createBody.parse(req.body);
    const list = knownList(deps, vista.tabella);
    if (!list.sees(identity)) throw new DomainError('NON_PERMESSO');
    checkSharing(identity, vista.condivisa);
    await list.check(vista.contenuto);
    const views = savedViews(deps.writeDb);
    const { number, isNew } = await deps.numbers.reserve(SEQUENCE, context.commandId, { durable: true });
    if (isNew && (await views.count(identity.memberID)) >= VIEW_LIMITS.views)
      throw new DomainError('LIMITE_RAGGIUNTO', { message: `Una persona tiene al massimo ${VIEW_LIMITS.views} viste.` });
    const gruppo = vista.condivisa === 'gruppo' ? identity.groupID : null;
    const written = { ...vista, id: number, gruppo, utente: identity.memberID, modificato_da: identity.memberID };
    await views.create(written, deps.clock.now());
    res
      .status(201)
      .location(`/api/viste?id=${number}`)
      .set('ETag', '"1"')
      .json({ message: { insertId: number, versione: 1 } });
  },
});

/** Route that changes a view. */
export const changeViewRoute = (deps: ViewNeeds): Route => ({
  method: 'PUT',
  path: '/api/viste',
  permission: 'session',
  description: 'Modifica una vista (id) nei campi dati: l’autore la sua, i gruppi 2 e 9 quelle condivise.',
  schema: { body: changeBody },
  async handle(req, res, context) {
    const identity = requireIdentity(context.identity);
    const { id: key, ...changes } = changeBody.parse(req.body).vista;
    const before = await writableView(deps, identity, key, context.readVersion);
    const { versione, modificato: _, ...now } = { ...before, ...withoutAbsent(changes) };
    checkSharing(identity, now.condivisa, before.condivisa);
    if (changes.contenuto) await knownList(deps, before.tabella).check(changes.contenuto);
    const gruppo = now.condivisa === 'gruppo' ? (before.gruppo ?? identity.groupID) : null;
    const written = { ...now, gruppo, modificato_da: identity.memberID };
    if (!(await savedViews(deps.writeDb).change(written, versione, deps.clock.now())))
      throw supersededView(await visibleView(deps, identity, key));
    sendChanged(res, 1, versione + 1);
  },
});

const withoutAbsent = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };

const inTrail = ({ nome, tabella, utente, condivisa }: SavedView): string =>
  `Vista «${nome}» di ${tabella}, di ${utente}, condivisa con ${condivisa === 'tutti' ? 'tutti' : 'il gruppo'}`;

/** Route that deletes a view with all its versions. The deletion of a shared view is recorded in the trail of accesses beforehand. */
export const deleteViewRoute = (deps: ViewNeeds): Route => ({
  method: 'DELETE',
  path: '/api/viste',
  permission: 'session',
  description: 'Elimina una vista (id): l’autore la sua, i gruppi 2 e 9 quelle condivise.',
  schema: { body: deleteBody },
  async handle(req, res, context) {
    const identity = requireIdentity(context.identity);
    const { id: key } = deleteBody.parse(req.body);
    const view = await writableView(deps, identity, key, context.readVersion);
    const { versione } = view;
    if (view.condivisa !== 'no') await recordTaking(deps, takerOf(req, context), { tipo: 'rimozione', cosa: inTrail(view), quanti: null });
    if (!(await savedViews(deps.writeDb).remove(key, versione))) throw supersededView(await visibleView(deps, identity, key));
    sendChanged(res, 1, versione);
  },
});

/** Route that sets the view with which a list opens for the caller. */
export const chooseViewRoute = (deps: ViewNeeds): Route => ({
  method: 'PUT',
  path: '/api/viste/predefinita',
  permission: 'session',
  description: 'Sceglie la vista (vista) con cui un elenco (tabella) si apre per chi chiede; null: quella del gruppo o di tutti, se c’è.',
  schema: { body: chooseBody },
  async handle(req, res, context) {
    const identity = requireIdentity(context.identity);
    const { tabella, vista } = chooseBody.parse(req.body);
    const { path } = knownList(deps, tabella);
    if (vista !== null && (await visibleView(deps, identity, vista)).tabella !== path)
      throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'vista', messaggio: 'La vista è di un altro elenco' }] });
    await savedViews(deps.writeDb).choose(identity.memberID, path, vista);
    res.json({ message: { affectedRows: 1 } });
  },
});
