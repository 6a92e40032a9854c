import { registerEventOf } from '#contracts/core/facts.ts';
import pLimit from 'p-limit';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import { DEFAULT_POINTS } from '#contracts/modules/guasti/default-points.ts';
import { puntiControllo } from '#contracts/registers/punti-controllo.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId, execute } from '#services/registers/command-handling.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'numbers'>;

const SYSTEM: Identity = { memberID: 'sistema', groupID: GRUPPO_AMMINISTRATORI, permessi: {} };
/** Namespace of the ids of the installation commands, so that a repeated installation sends the same commands. */
const INSTALLATION = '1c0a4c1e-5c55-4b6b-9c43-8a3f4a5b7e10';
const TOGETHER = 8;

/**
 * Creates the points of the check before use that a new portal has. A repeated installation changes nothing, so later changes and deletions
 * stay.
 */
export async function installPoints(deps: Deps): Promise<void> {
  const limit = pLimit(TOGETHER);
  await Promise.all(
    DEFAULT_POINTS.map((point) =>
      limit(async () => {
        const commandId = derivedCommandId(INSTALLATION, `${point.tipologia ?? ''}/${String(point.ordine)}`);
        const { number } = await deps.numbers.reserve(puntiControllo.path, commandId, { durable: true });
        await execute(deps, {
          stream: `${puntiControllo.path}-${number}`,
          sender: { identity: SYSTEM, commandId, correlationId: commandId, origine: 'sistema' },
          decide: (state) => (state.size > 0 ? [] : [registerEventOf(puntiControllo, 'created', { id: number, ...point })]),
        });
      }),
    ),
  );
}
