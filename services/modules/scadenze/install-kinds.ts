import { recordFact } from '#contracts/core/facts.ts';
import pLimit from 'p-limit';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import { DEFAULT_KINDS, DEFAULT_REQUIREMENTS } from '#contracts/modules/scadenze/default-kinds.ts';
import { requisiti } from '#contracts/registers/requisiti.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId, execute } from '#services/registers/command-handling.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'numbers'>;

const SYSTEM: Identity = { memberID: 'sistema', groupID: GRUPPO_AMMINISTRATORI, permessi: {} };
/** From which these commands get their ids: run again, they are the same commands. */
const INSTALLATION = '5b1f7d0e-2f5d-4a0a-8f0f-6d1b1a7b8c02';
const TOGETHER = 8;

/**
 * The kinds of documents and the requirements that a portal begins with. Idempotent: what was
 * changed or deleted since stays so.
 */
export async function installKinds(deps: Deps): Promise<void> {
  const limit = pLimit(TOGETHER);
  // numbers in the order of the lists
  const kinds = DEFAULT_KINDS.map(({ sanitario, blocca, ...kind }) => ({ ...kind, sanitario: Number(sanitario), blocca: Number(blocca) }));
  await Promise.all([
    ...kinds.map((values) => limit(() => create(deps, tipiDocumento, `${values.soggetto}/${values.codice}`, values))),
    ...DEFAULT_REQUIREMENTS.map((one) =>
      limit(() => create(deps, requisiti, `${one.soggetto}/${one.tipo_documento}/${one.tra_presenti ?? one.se ?? ''}`, { ...one })),
    ),
  ]);
}

async function create(deps: Deps, def: AnyRegister, name: string, values: JsonObject): Promise<void> {
  const commandId = derivedCommandId(INSTALLATION, `${def.path}/${name}`);
  const { number } = await deps.numbers.reserve(def.path, commandId, { durable: true });
  await execute(deps, {
    stream: `${def.path}-${number}`,
    sender: { identity: SYSTEM, commandId, correlationId: commandId, origine: 'sistema' },
    decide: (state) => (state.size > 0 ? [] : [recordFact(def, 'created', { id: number, ...values })]),
  });
}
