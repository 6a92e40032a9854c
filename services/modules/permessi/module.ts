import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { currentIdentity, groupName } from '#projections/accesso/accesso.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Dependencies, Module, Route } from '#services/platform/module.ts';
import { readKey, registerOf } from '#services/registers/body.ts';
import { explainRecord, explainRegister } from './explain.ts';

const MAX_TEXT = 255;

/** Returns the schema of a text in the query: not empty, and without the character U+0000, which PostgreSQL does not store. */
const text = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(MAX_TEXT, `Al massimo ${MAX_TEXT} caratteri`)
    .refine((value) => !value.includes('\u0000'), message);

const explainQuery = z.object({
  utente: text('Serve il nome di un utente'),
  tabella: text('Serve il nome di un registro'),
  id: text('Serve la chiave di un record').optional(),
});

/** Route that explains to administrators what a person may do with a register or a record, and by which rule. */
function explainRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/permessi/spiega',
    permission: 'session',
    description:
      'Che cosa può fare un utente (utente) di un registro (tabella) o di un suo record (id), e perché, con le parole della scheda del gruppo; solo per il gruppo 2. Senza id anche elimina e inserisce.',
    schema: { query: explainQuery },
    async handle(req, res, context) {
      if (requireIdentity(context.identity).groupID !== GRUPPO_AMMINISTRATORI) throw new DomainError('NON_PERMESSO');
      const { utente, tabella, id } = explainQuery.parse(req.query);
      const def = registerOf(deps.catalogue, tabella);
      const identity = await currentIdentity(deps.readDb, utente);
      if (!identity) throw new DomainError('SCONOSCIUTO', { message: `L’utente «${utente}» non esiste.` });
      const group = `${utente} è nel gruppo «${(await groupName(deps.readDb, identity.groupID)) ?? '?'}» (${identity.groupID}).`;
      if (id === undefined) {
        res.json(await explainRegister(deps, def, identity, group));
        return;
      }
      res.json(await explainRecord(deps, { def, key: readKey(def, id, 'id') }, identity, group));
    },
  };
}

/** Module that explains to administrators the rights of a person. */
export function permessiModule(deps: Dependencies): Module {
  return { name: 'permessi', routes: [explainRoute(deps)] };
}
