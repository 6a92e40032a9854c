import { z } from 'zod';
import { momentsBetween } from '#contracts/core/as-of.ts';
import { pastMoment } from '#contracts/core/as-of-request.ts';
import { CHANGE_KINDS } from '#contracts/core/comparison.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { scope } from '#contracts/core/permissions.ts';
import { ifNotEmpty } from '#contracts/core/request-schema.ts';
import { compareLists } from '#projections/registers/comparison.queries.ts';
import { requireIdentity } from '../platform/http/permissions.ts';
import type { Dependencies, Route } from '../platform/module.ts';
import { pageQuery } from './list-query.ts';

const kinds = z.enum(CHANGE_KINDS, { error: `Serve uno fra: ${CHANGE_KINDS.join(', ')}` });
const query = pageQuery.extend({ da: pastMoment, a: pastMoment, tipo: ifNotEmpty(kinds) });

/** Creates the route that compares a register's records at two instants. It applies the rights of the history. */
export function comparisonRoute(def: AnyRegister, { catalogue, lists, clock }: Pick<Dependencies, 'catalogue' | 'lists' | 'clock'>): Route {
  return {
    method: 'GET',
    path: `/api/${def.path}/confronto`,
    permission: { access: def.access, action: 'view' },
    description: `Che cosa è cambiato fra due momenti (da, a: giorni o istanti): ${def.labels.many} aggiunti, tolti e cambiati, di questi i campi con l’ultimo che li ha cambiati; con cerca e tipo. Ciò che è calcolato non conta.`,
    schema: { query },
    heavy: true,
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      const { pagina, righe = def.list.pageSize, cerca, tipo, ...between } = query.parse(req.query);
      const compared = await compareLists(lists, catalogue, await catalogue.currentDefinition(lists, def), {
        ...momentsBetween(between, clock.now()),
        pagina,
        righe,
        ...(cerca ? { cerca } : {}),
        ...(tipo ? { tipo } : {}),
        scope: scope(identity, def.access, 'view'),
        utente: identity.memberID,
      });
      res.json(compared);
    },
  };
}
