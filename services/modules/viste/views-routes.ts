import { z } from 'zod';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import {
  managesViews,
  mayWriteView,
  seesView,
  SHARINGS,
  type OneView,
  VIEW_LIMITS,
  type SavedView,
  type Sharing,
  type ViewsAnswer,
} from '#contracts/core/saved-view.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { answerChange } from '#services/platform/http/write-answer.ts';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import { savedViews } from '#services/platform/postgres/saved-views.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { registerOf } from '#services/registers/body.ts';
import { missingValues } from './missing.ts';
import { checkContents, contentsSchema } from './contents.ts';

type Needs = Pick<Dependencies, 'writeDb' | 'readDb' | 'catalogue' | 'clock' | 'numbers' | 'log'>;

const SEQUENCE = 'viste';

const id = z.coerce
  .number({ error: 'Serve il numero di una vista' })
  .int({ error: 'Serve il numero di una vista' })
  .min(1)
  .max(2_147_483_647);
const table = z.string({ error: 'Serve il nome di un registro' });
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
  tabella: table,
  condivisa: changeable.condivisa.default('no'),
  predefinita: changeable.predefinita.default(0),
});
const changedView = z.strictObject({ id, ...z.strictObject(changeable).partial().shape });
const inBody = <T extends z.ZodType>(view: T) => z.object({ vista: view }, { error: 'Serve un oggetto "vista" con i dati' });
const createBody = inBody(newView);
const changeBody = inBody(changedView);
const listQuery = z.object({ tabella: table.optional(), id: id.optional() });
const deleteBody = z.object({ id });
const chooseBody = z.strictObject({ tabella: table, vista: id.nullable() });

/** Tells whether a person sees a view: the view itself, and the list that it is of. */
const isVisible = ({ catalogue }: Pick<Needs, 'catalogue'>, identity: Identity, view: SavedView): boolean => {
  const def = catalogue.register(view.tabella);
  return def !== undefined && scope(identity, def.access, 'view') !== 'none' && seesView(identity, view);
};

/** Returns a view that the person sees; one of somebody else's own is as unknown as one that does not exist. */
async function visibleView(deps: Needs, identity: Identity, key: number): Promise<SavedView> {
  const view = await savedViews(deps.writeDb).find(key);
  if (!view || !isVisible(deps, identity, view)) throw new DomainError('SCONOSCIUTO', { message: 'Questa vista non c’è.' });
  return view;
}

/** Returns a view that the person may change, in the version that the person has read. */
async function writableView(deps: Needs, identity: Identity, key: number, readVersion: number | null): Promise<SavedView> {
  const view = await visibleView(deps, identity, key);
  if (!mayWriteView(identity, view)) throw new DomainError('NON_PERMESSO');
  if (readVersion !== null && readVersion !== view.versione) throw superseded(view);
  return view;
}

const superseded = ({ nome, contenuto, condivisa, predefinita, versione, modificato, modificato_da }: SavedView): DomainError =>
  new DomainError('VERSIONE_SUPERATA', {
    extra: { attuale: { nome, contenuto, condivisa, predefinita }, versione, utente: modificato_da, quando: modificato },
  });

/** Refuses to share with everybody to who does not manage what is shared. A view that is shared so stays so. */
function checkSharing(identity: Identity, asked: Sharing, before?: Sharing): void {
  if (asked === 'tutti' && asked !== before && !managesViews(identity))
    throw new DomainError('NON_PERMESSO', { message: 'Condividono con tutti solo i gruppi 2 e 9: tu puoi con il tuo gruppo.' });
}

/** Returns the views of a list that a person sees, and the one that opens by itself. */
async function viewsOf(deps: Needs, identity: Identity, tabella: string): Promise<ViewsAnswer> {
  const views = savedViews(deps.writeDb);
  const [all, chosen] = await Promise.all([views.of(tabella), views.chosen(identity.memberID, tabella)]);
  const data = all.filter((view) => isVisible(deps, identity, view));
  return { data, totale: data.length, predefinita: openedBy(identity, data, chosen) };
}

/** Returns the view that a list opens with: the person's choice, else the latest default of the group, else of all. */
function openedBy({ memberID, groupID }: Identity, views: readonly SavedView[], chosen: number | null): number | null {
  if (views.some((view) => view.id === chosen)) return chosen;
  const latest = (among: (view: SavedView) => boolean) =>
    views
      .filter((view) => view.predefinita === 1 && among(view))
      .toSorted((a, b) => b.modificato.localeCompare(a.modificato))
      .at(0)?.id;
  return (
    latest(({ condivisa, utente }) => condivisa === 'no' && utente === memberID) ??
    latest(({ condivisa, gruppo }) => condivisa === 'gruppo' && gruppo === groupID) ??
    latest(({ condivisa }) => condivisa === 'tutti') ??
    null
  );
}

const listRoute = (deps: Needs): Route => ({
  method: 'GET',
  path: '/api/viste',
  permission: 'session',
  passive: true,
  description:
    'Le viste di un elenco (tabella): le proprie, quelle del proprio gruppo e quelle di tutti; i gruppi 2 e 9 anche quelle degli altri gruppi. predefinita dice quale si apre da sola. Con id una sola, e in mancano le voci dei suoi filtri che non ci sono più.',
  schema: { query: listQuery },
  async handle(req, res, context) {
    const identity = requireIdentity(context.identity);
    const { tabella, id: key } = listQuery.parse(req.query);
    if (key !== undefined) {
      const view = await visibleView(deps, identity, key);
      const def = await deps.catalogue.effective(deps.readDb, deps.catalogue.known(view.tabella));
      const answer: OneView = { data: [view], totale: 1, mancano: await missingValues(deps, def, view.contenuto) };
      res.set('ETag', `"${view.versione}"`).json(answer);
      return;
    }
    res.json(await viewsOf(deps, identity, registerOf(deps.catalogue, tabella).path));
  },
});

const createRoute = (deps: Needs): Route => ({
  method: 'POST',
  path: '/api/viste',
  permission: 'session',
  description: `Crea una vista di un elenco che si può vedere; condivisa: no, gruppo o (gruppi 2 e 9) tutti. Al massimo ${VIEW_LIMITS.views} a persona.`,
  schema: { body: createBody },
  async handle(req, res, context) {
    const identity = requireIdentity(context.identity);
    const { vista } = createBody.parse(req.body);
    const def = registerOf(deps.catalogue, vista.tabella);
    if (scope(identity, def.access, 'view') === 'none') throw new DomainError('NON_PERMESSO');
    checkSharing(identity, vista.condivisa);
    checkContents(deps.catalogue, await deps.catalogue.effective(deps.readDb, def), vista.contenuto, romeDate(deps.clock.now()));
    const views = savedViews(deps.writeDb);
    const { number, fresh } = await deps.numbers.reserve(SEQUENCE, context.commandId, { durable: true });
    if (fresh && (await views.count(identity.memberID)) >= VIEW_LIMITS.views)
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

const changeRoute = (deps: Needs): Route => ({
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
    const def = await deps.catalogue.effective(deps.readDb, deps.catalogue.known(before.tabella));
    if (changes.contenuto) checkContents(deps.catalogue, def, changes.contenuto, romeDate(deps.clock.now()));
    const gruppo = now.condivisa === 'gruppo' ? (before.gruppo ?? identity.groupID) : null;
    const written = { ...now, gruppo, modificato_da: identity.memberID };
    if (!(await savedViews(deps.writeDb).change(written, versione, deps.clock.now())))
      throw superseded(await visibleView(deps, identity, key));
    answerChange(res, 1, versione + 1);
  },
});

const withoutAbsent = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };

const inTrail = ({ nome, tabella, utente, condivisa }: SavedView): string =>
  `Vista «${nome}» di ${tabella}, di ${utente}, condivisa con ${condivisa === 'tutti' ? 'tutti' : 'il gruppo'}`;

/** Deletes a view. That of a shared one is recorded in the trail of accesses first, since its versions go with it. */
const deleteRoute = (deps: Needs): Route => ({
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
    if (!(await savedViews(deps.writeDb).remove(key, versione))) throw superseded(await visibleView(deps, identity, key));
    answerChange(res, 1, versione);
  },
});

const chooseRoute = (deps: Needs): Route => ({
  method: 'PUT',
  path: '/api/viste/predefinita',
  permission: 'session',
  description: 'Sceglie la vista (vista) con cui un elenco (tabella) si apre per chi chiede; null: quella del gruppo o di tutti, se c’è.',
  schema: { body: chooseBody },
  async handle(req, res, context) {
    const identity = requireIdentity(context.identity);
    const { tabella, vista } = chooseBody.parse(req.body);
    const { path } = registerOf(deps.catalogue, tabella);
    if (vista !== null && (await visibleView(deps, identity, vista)).tabella !== path)
      throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'vista', messaggio: 'La vista è di un altro elenco' }] });
    await savedViews(deps.writeDb).choose(identity.memberID, path, vista);
    res.json({ message: { affectedRows: 1 } });
  },
});

const historyQuery = z.object({ id });

const historyRoute = (deps: Needs): Route => ({
  method: 'GET',
  path: '/api/viste/storico',
  permission: 'session',
  description: 'Le versioni di una vista (id), dalla più recente; di prima che fosse condivisa le vede solo l’autore.',
  schema: { query: historyQuery },
  async handle(req, res, context) {
    const identity = requireIdentity(context.identity);
    const { id: key } = historyQuery.parse(req.query);
    const { utente } = await visibleView(deps, identity, key);
    const data = (await savedViews(deps.writeDb).versions(key)).filter((version) => seesView(identity, { ...version, utente }));
    res.json({ data, totale: data.length });
  },
});

/** Calls of the saved views of lists. */
export const viewRoutes = (deps: Needs): Route[] => [
  listRoute(deps),
  createRoute(deps),
  changeRoute(deps),
  deleteRoute(deps),
  chooseRoute(deps),
  historyRoute(deps),
];
