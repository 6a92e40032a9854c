import { registerEventOf } from '#contracts/core/facts.ts';
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
/** Namespace of the ids of the installation commands, so that a repeated installation sends the same commands. */
const INSTALLATION = '5b1f7d0e-2f5d-4a0a-8f0f-6d1b1a7b8c02';
const TOGETHER = 8;

/**
 * Creates the document kinds and requirements of a new portal. A repeated installation changes nothing, so later changes and deletions
 * stay.
 */
export async function installKinds(deps: Deps): Promise<void> {
  const limit = pLimit(TOGETHER);
  // numbers are reserved in the order of the lists
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
    decide: (state) => (state.size > 0 ? [] : [registerEventOf(def, 'created', { id: number, ...values })]),
  });
}
