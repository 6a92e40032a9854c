import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { recordKey, type StreamState } from '#contracts/core/history.ts';
import type { ResolvedCommand, Decision } from './register.decider.ts';

/** Fields that no two records of the same parent share. The stream holds them all, so no race can break it. */
const UNIQUE: Readonly<Record<string, { campo: string; messaggio: string }>> = {
  manutMacchinari: { campo: 'componente', messaggio: 'Il piano di manutenzione ha già una riga per questo componente.' },
  groupsPermissions: { campo: 'tableName', messaggio: 'Il gruppo ha già un permesso per questa area.' },
};

export function checkUniqueness(def: AnyRegister, command: ResolvedCommand, state: StreamState, decisions: readonly Decision[]): void {
  const rule = UNIQUE[def.path];
  if (!rule) return;
  const mine = recordKey(def.path, command.key);
  const value = decisions[0]?.data[rule.campo] ?? state.get(mine)?.values[rule.campo];
  for (const [key, record] of state) {
    if (key !== mine && record.table === def.path && record.exists && record.values[rule.campo] === value) {
      throw new DomainError('DUPLICATO', { message: rule.messaggio });
    }
  }
}
