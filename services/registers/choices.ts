import type { AnyRegister } from '#contracts/core/define-register.ts';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope } from '#contracts/core/permissions.ts';
import { choiceFields, choiceScope } from '#contracts/core/choices.ts';
import { readList } from '#projections/registers/register.queries.ts';
import { RegisterRoute } from '../platform/http/register-route.ts';
import { checkPermission, requireIdentity } from '../platform/http/permissions.ts';
import type { Dependencies } from '../platform/module.ts';
import { readListQuery } from './list-query.ts';
import type { ReadRoute } from './read.ts';

/**
 * Extends the list route of a register by `scelta=1`, which answers selectors of other areas. It returns only the few fields by which a
 * record is chosen, and searches and filters by no other field.
 */
export function withSelectorChoices(
  list: ReadRoute,
  def: AnyRegister,
  deps: Pick<Dependencies, 'catalogue' | 'lists' | 'clock'>,
): ReadRoute {
  return new RegisterRoute(
    {
      ...list,
      permission: 'session',
      description: `${list.description} Con scelta=1 le scelte di un selettore (${choiceFields(deps.catalogue, def).join(', ')}), anche a chi vede solo un’area che lo nomina.`,
    },
    {
      startReading: (req) => list.startReading(req),
      async answer(req, res, context, early) {
        if (req.query['scelta'] !== '1') {
          checkPermission(list.permission, context.identity);
          return list.answer(req, res, context, early);
        }
        const identity = requireIdentity(context.identity);
        const proposed = choiceScope(deps.catalogue, identity, def);
        if (proposed === 'none') throw new DomainError('NON_PERMESSO');
        const fields = choiceFields(deps.catalogue, def);
        const request = readListQuery(req.query, def.list.pageSize);
        const { rows, total } = await readList(deps.lists, deps.catalogue, def, {
          ...request,
          scope: proposed,
          utente: identity.memberID,
          ...(scope(identity, def.access, 'view') === 'all' ? {} : { within: fields }),
          today: romeDate(deps.clock.now()),
        });
        const data = rows.map((row) => Object.fromEntries(fields.map((name) => [name, row[name] ?? null])));
        res.json(request ? { data, totale: total ?? data.length } : { data });
      },
    },
  );
}
