import type { AnyRegister } from '#contracts/core/define-register.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { users } from '#contracts/registers/users.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { senderOf } from '#services/platform/http/write-answer.ts';
import type { Dependencies, Module, Route } from '#services/platform/module.ts';
import { wrongField } from '#services/registers/upload-fields.ts';
import { previewChange } from './preview.ts';
import { bodySchema, recordsOf, valuesAsked } from './request.ts';

/** Registers that give rights; their rules look at all records at once, and one record is changed at a time. */
const ONE_BY_ONE: readonly string[] = [users, groups, groupsPermissions].map(({ path }) => path);

/** Changing many records of a register at once. */
export function modificheModule(deps: Dependencies): Module {
  const registers = deps.catalogue.registers.filter(({ path }) => !ONE_BY_ONE.includes(path));
  return { name: 'modifiche', routes: registers.map((def) => changeManyRoute(deps, def)) };
}

function changeManyRoute(deps: Dependencies, register: AnyRegister): Route {
  return {
    method: 'POST',
    path: `/api/${register.path}/modifica-insieme`,
    permission: { access: register.access, action: 'edit' },
    heavy: true,
    description: `Modifica insieme più record (ids, oppure filtri e cerca) con gli stessi campi: ${register.labels.many}. Con prova=1 dice riga per riga che cosa cambierebbe e che cosa verrebbe rifiutato, senza scrivere nulla.`,
    schema: { body: bodySchema },
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      const body = bodySchema.parse(req.body);
      if (body.prova !== 1) throw wrongField('prova', 'Serve 1');
      const def = await deps.catalogue.effective(deps.readDb, register);
      const values = valuesAsked(def, body);
      const asked = await recordsOf(deps, def, body, identity);
      const data = await previewChange(deps, { def, values, sender: senderOf(req, context) }, asked, body);
      res.json({ data, totale: asked.length });
    },
  };
}
