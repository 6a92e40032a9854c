import { z } from 'zod';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { romeDate } from '#contracts/core/dates.ts';
import { PERIODS } from '#contracts/core/groups.ts';
import { scope } from '#contracts/core/permissions.ts';
import { groupsOf } from '#projections/registers/groups.queries.ts';
import { requireIdentity } from '../platform/http/permissions.ts';
import type { Dependencies, Route } from '../platform/module.ts';
import { filtersQuery, pageQuery, readMoment } from './list-query.ts';

const ROWS = 100;

const perFault = `Serve un campo, per una data anche campo:${PERIODS.join(', campo:')}`;
const query = pageQuery.extend({
  per: z
    .string({ error: perFault })
    .regex(new RegExp(`^[A-Za-z_0-9]{1,80}(:(${PERIODS.join('|')}))?$`), { error: perFault })
    .transform((text) => {
      const [field = '', period] = text.split(':');
      return { field, period: PERIODS.find((one) => one === period) };
    }),
  filtri: filtersQuery,
});

/**
 * Creates the route that groups a register's list by the values of a field. It returns the number of rows of each value, and the sums of
 * summable fields.
 */
export function groupsRoute(def: AnyRegister, { catalogue, lists, clock }: Pick<Dependencies, 'catalogue' | 'lists' | 'clock'>): Route {
  return {
    method: 'GET',
    path: `/api/${def.path}/gruppi`,
    permission: { access: def.access, action: 'view' },
    description: `${def.labels.many} raggruppati per i valori di un campo (per; una data anche per giorno, mese o anno), con somme per unità; cerca e filtri come nell’elenco, al come nell’elenco, i gruppi più numerosi per primi.`,
    schema: { query },
    heavy: true,
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      const { per, pagina, righe = ROWS, cerca, filtri } = query.parse(req.query);
      const moment = readMoment(req.query, clock.now());
      const { groups, total } = await groupsOf(
        lists,
        { catalogue, today: moment?.giorno ?? romeDate(clock.now()) },
        await catalogue.currentDefinition(lists, def),
        {
          ...per,
          page: pagina,
          rows: righe,
          ...(cerca ? { cerca } : {}),
          ...(filtri ? { filtri } : {}),
          ...(moment ? { al: moment.al } : {}),
          scope: scope(identity, def.access, 'view'),
          utente: identity.memberID,
        },
      );
      res.json({ data: groups, totale: total });
    },
  };
}
