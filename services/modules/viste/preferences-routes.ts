import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { PREFERENCE_LIMITS } from '#contracts/core/list-preferences.ts';
import { listName, preferenceSchema } from '#contracts/core/list-preferences-request.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { listPreferences } from '#services/platform/postgres/list-preferences.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

type Needs = Pick<Dependencies, 'writeDb'>;

const readQuery = z.object({ lista: listName.optional() });
const writeQuery = z.object({ lista: listName });
const body = z.strictObject({ contenuto: preferenceSchema }, { error: 'Serve {contenuto}' });

/** Route that returns the caller's preferences for one list or for all lists. */
export const readPreferencesRoute = ({ writeDb }: Needs): Route => ({
  method: 'GET',
  path: '/api/preferenze',
  permission: 'session',
  passive: true,
  description: 'Colonne e densità degli elenchi come chi chiede le ha disposte: di un elenco (lista), altrimenti di tutti.',
  schema: { query: readQuery },
  async handle(req, res, context) {
    const { lista } = readQuery.parse(req.query);
    const data = await listPreferences(writeDb).of(requireIdentity(context.identity).memberID, lista);
    res.json({ data, totale: data.length });
  },
});

/** Route that stores the caller's preferences for one list. */
export const writePreferenceRoute = ({ writeDb }: Needs): Route => ({
  method: 'PUT',
  path: '/api/preferenze',
  permission: 'session',
  passive: true,
  description: `Tiene colonne e densità di un elenco (lista) per chi chiede, al posto di quelle di prima: al massimo ${PREFERENCE_LIMITS.bytes} byte, e ${PREFERENCE_LIMITS.lists} elenchi a persona.`,
  schema: { query: writeQuery, body },
  async handle(req, res, context) {
    const { lista } = writeQuery.parse(req.query);
    const { contenuto } = body.parse(req.body);
    if (Buffer.byteLength(JSON.stringify(contenuto)) > PREFERENCE_LIMITS.bytes)
      throw new DomainError('TROPPO_GRANDE', { message: `Le colonne di un elenco occupano al massimo ${PREFERENCE_LIMITS.bytes} byte.` });
    const stored = await listPreferences(writeDb).put(
      requireIdentity(context.identity).memberID,
      { lista, contenuto },
      PREFERENCE_LIMITS.lists,
    );
    if (!stored)
      throw new DomainError('LIMITE_RAGGIUNTO', { message: `Si tengono le colonne di al massimo ${PREFERENCE_LIMITS.lists} elenchi.` });
    res.json({ message: { affectedRows: 1 } });
  },
});
