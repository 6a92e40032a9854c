import { z } from 'zod';
import type { JsonObject } from '#contracts/core/events.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Callable } from '../platform/command.ts';
import { waitForReadTables, senderOf, sendChanged } from '../platform/http/write-answer.ts';
import type { Dependencies, Route } from '../platform/module.ts';
import { isData, keyNames, rawKey, readKey } from './body.ts';

/**
 * Creates the route of a named command, `POST /api/<register>/<command>`. The body contains the record's key (as the key field, `id` or
 * `chiave`) and the fields of the command. `If-Match`, `Idempotency-Key` and response work as for a change.
 */
export function commandRoute<B extends JsonObject>(
  command: Callable<B>,
  deps: Pick<Dependencies, 'dispatch' | 'readModelWait'>,
  description: string,
): Route {
  const { register: def, name, right, body } = command;
  return {
    method: 'POST',
    path: `/api/${def.path}/${name}`,
    permission: right === 'self' ? 'session' : { access: def.access, action: right },
    description,
    ...(body instanceof z.ZodObject ? { schema: { body: body.extend({ [def.key.field]: keyShape(def) }) } } : {}),
    async handle(req, res, context) {
      const sent = isData(req.body) ? req.body : {};
      const key = readKey(def, rawKey(def, sent));
      const own = Object.fromEntries(Object.entries(sent).filter(([field]) => !keyNames(def).includes(field)));
      // `command.call` passes the body on unchecked; the command's `read` validates it
      const outcome = await deps.dispatch(command.call(key, own as B, context.readVersion), senderOf(req, context));
      await waitForReadTables(deps, res, outcome.position);
      sendChanged(res, outcome.position === null ? 0 : 1, outcome.version);
    },
  };
}

/** Returns the schema of a register's key for the OpenAPI page. */
const keyShape = (def: AnyRegister): z.ZodType => (def.key.kind === 'sequence' ? z.int().min(1) : z.string().max(def.key.max ?? 50));
