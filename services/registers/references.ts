import type { AnyRegister } from '#contracts/core/define-register.ts';
import { scope } from '#contracts/core/permissions.ts';
import { countReferences } from '#projections/registers/register.queries.ts';
import { requireIdentity } from '../platform/http/permissions.ts';
import type { Dependencies, Module } from '../platform/module.ts';
import { readKey, registerOf } from './body.ts';
import { readVisible } from './read.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { rinominaVoce } from '#contracts/jobs/rinomina-voce.ts';
import { referenceReader } from '#projections/registers/reference-reader.ts';
import { ACCEPTED_DELAY_MS } from '../platform/http/read-model-wait.ts';
import { rinominaVoceHandler } from './rinomina-voce.handler.ts';

/** Creates the module that counts the references to a record before its deletion, and renames an entry in the records that name it. */
export function referencesModule(deps: Dependencies): Module {
  return {
    name: 'riferimenti',
    routes: [
      {
        method: 'GET',
        path: '/api/riferimenti',
        permission: 'session',
        description:
          'Quanti record puntano a questo (tabella, id), registro per registro; di quelli che non si possono vedere solo se ce ne sono.',
        async handle(req, res, { identity }) {
          const def = registerOf(deps.catalogue, req.query['tabella']);
          const me = requireIdentity(identity);
          const row = await readVisible(deps, def, readKey(def, req.query['id'], 'id'), me);
          const countScope = (other: AnyRegister) => ({ scope: scope(me, other.access, 'view'), utente: me.memberID });
          res.json({ data: await countReferences(deps.lists, deps.catalogue, { def, values: row }, countScope) });
        },
      },
    ],
    jobs: [
      job(
        rinominaVoce,
        rinominaVoceHandler({
          ...deps,
          references: referenceReader(deps.readDb, (position) => deps.readModelWait.until(position, ACCEPTED_DELAY_MS)),
        }),
      ),
    ],
  };
}
