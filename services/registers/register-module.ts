import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { Dependencies, Module, Route } from '../platform/module.ts';
import { waitFor, senderOf, answerChange } from '../platform/http/write-answer.ts';
import { rawKey, readKey, readParent, recordOfBody, valuesOfBody } from './body.ts';
import { deleteRoute } from './delete.ts';
import { readRoute, type ModuleOptions } from './read.ts';
import { namedBy, renameReactor } from './rename-reactor.ts';

/** The calls of a register: list and single read, create, update, delete. */
export function registerModule(def: AnyRegister, deps: Dependencies, options: ModuleOptions = {}): Module {
  return {
    name: def.path,
    routes: [readRoute(def, deps, options), createRoute(def, deps), changeRoute(def, deps), deleteRoute(def, deps)],
    reactors: namedBy(def).length > 0 ? [renameReactor(def, deps)] : [],
  };
}

export function createRoute(def: AnyRegister, deps: Dependencies): Route {
  return {
    method: 'POST',
    path: `/api/${def.path}`,
    permission: { access: def.access, action: 'insert' },
    description: `Crea: ${def.labels.one}.`,
    readsMeanwhile: true,
    async handle(req, res, context) {
      const record = recordOfBody(def, req.body);
      const values = withParent(def, record, valuesOfBody(def, record, 'create'));
      const key = def.key.kind === 'natural' ? readKey(def, record[def.key.field]) : undefined;
      const outcome = await deps.dispatch({ register: def.path, action: 'create', key, values }, senderOf(req, context));
      await waitFor(deps, res, outcome.position);
      res
        .status(201)
        .location(`/api/${def.path}?chiave=${encodeURIComponent(outcome.key)}`)
        .set('ETag', `"${outcome.version}"`)
        .json({ message: { insertId: outcome.key, versione: outcome.version } });
    },
  };
}

export function changeRoute(def: AnyRegister, deps: Dependencies): Route {
  return {
    method: 'PUT',
    path: `/api/${def.path}`,
    permission: { access: def.access, action: 'edit' },
    description: `Modifica i campi dati: ${def.labels.one}.`,
    readsMeanwhile: true,
    async handle(req, res, context) {
      const record = recordOfBody(def, req.body);
      const key = readKey(def, rawKey(def, record));
      const values = valuesOfBody(def, record, 'change');
      const { readVersion } = context;
      const outcome = await deps.dispatch({ register: def.path, action: 'change', key, values, readVersion }, senderOf(req, context));
      await waitFor(deps, res, outcome.position);
      answerChange(res, outcome.position === null ? 0 : 1, outcome.version);
    },
  };
}

/** A child is created under a parent it names; where the parent's key is its own key, that is checked as such. */
function withParent(def: AnyRegister, record: Record<string, unknown>, values: Values): Values {
  if (!def.parent || def.parent.field === def.key.field) return values;
  return { ...values, [def.parent.field]: readParent(def, record[def.parent.field]) };
}
