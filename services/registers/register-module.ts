import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { Dependencies, Module } from '../platform/module.ts';
import { RegisterRoute } from '../platform/http/register-route.ts';
import { waitForReadTables, senderOf, sendChanged } from '../platform/http/write-answer.ts';
import { rawKey, readKey, readParent, recordOfBody, valuesOfBody } from './body.ts';
import { withSelectorChoices } from './choices.ts';
import { comparisonRoute } from './comparison.ts';
import { deleteRoute } from './delete.ts';
import { groupsRoute } from './groups.ts';
import { readRoute } from './read.ts';
import type { ModuleOptions } from './read-request.ts';
import { namesUsedElsewhere, renameReactor } from './rename-reactor.ts';

/** Creates the module of a register: routes for list and single read, groups, comparison, create, change and delete. */
export function registerModule(def: AnyRegister, deps: Dependencies, options: ModuleOptions = {}): Module {
  return {
    name: def.path,
    routes: [
      withSelectorChoices(readRoute(def, deps, options), def, deps),
      groupsRoute(def, deps),
      comparisonRoute(def, deps),
      postRoute(def, deps, options),
      putRoute(def, deps, options),
      deleteRoute(def, deps, options),
    ],
    reactors: namesUsedElsewhere(deps.catalogue, def).length > 0 ? [renameReactor(def, deps)] : [],
  };
}

/** Creates the route that creates a record. */
export function postRoute(register: AnyRegister, deps: Dependencies, { confirmed }: Pick<ModuleOptions, 'confirmed'> = {}): RegisterRoute {
  return new RegisterRoute(
    {
      method: 'POST',
      path: `/api/${register.path}`,
      permission: { access: register.access, action: 'insert' },
      confirmed,
      description: `Crea: ${register.labels.one}.`,
    },
    {
      async answer(req, res, context, { keyClaimed }) {
        const def = await deps.catalogue.currentDefinition(deps.readDb, register);
        const record = recordOfBody(def, req.body);
        const values = withParent(deps, def, record, valuesOfBody(def, record, 'create'));
        const key = def.key.kind === 'natural' ? readKey(def, record[def.key.field]) : undefined;
        const outcome = await deps.dispatch(
          { register: def.path, action: 'create', key, values },
          { ...senderOf(req, context), keyClaimed },
        );
        await waitForReadTables(deps, res, outcome.position);
        res
          .status(201)
          .location(`/api/${def.path}?chiave=${encodeURIComponent(outcome.key)}`)
          .set('ETag', `"${outcome.version}"`)
          .json({ message: { insertId: outcome.key, versione: outcome.version } });
      },
    },
  );
}

/** Creates the route that changes the fields of a record. */
export function putRoute(register: AnyRegister, deps: Dependencies, { confirmed }: Pick<ModuleOptions, 'confirmed'> = {}): RegisterRoute {
  return new RegisterRoute(
    {
      method: 'PUT',
      path: `/api/${register.path}`,
      permission: { access: register.access, action: 'edit' },
      confirmed,
      description: `Modifica i campi dati: ${register.labels.one}.`,
    },
    {
      async answer(req, res, context, { keyClaimed }) {
        const def = await deps.catalogue.currentDefinition(deps.readDb, register);
        const record = recordOfBody(def, req.body);
        const key = readKey(def, rawKey(def, record));
        const values = valuesOfBody(def, record, 'change');
        const { readVersion } = context;
        const outcome = await deps.dispatch(
          { register: def.path, action: 'change', key, values, readVersion },
          { ...senderOf(req, context), keyClaimed },
        );
        await waitForReadTables(deps, res, outcome.position);
        sendChanged(res, outcome.position === null ? 0 : 1, outcome.version);
      },
    },
  );
}

/**
 * Adds the parent's key to a new child's values. Adds none if the parent's key is the child's own key, which is checked
 * already.
 */
function withParent(deps: Pick<Dependencies, 'catalogue'>, def: AnyRegister, record: Record<string, unknown>, values: Values): Values {
  if (!def.parent || def.parent.field === def.key.field) return values;
  return { ...values, [def.parent.field]: readParent(deps.catalogue, def, record[def.parent.field]) };
}
