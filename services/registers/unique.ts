import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { chiaveRecord, type StatoStream } from '#contracts/core/history.ts';
import type { ComandoRisolto, Decisione } from './register.decider.ts';

/** Fields that no two records of the same parent share. The stream holds them all, so no race can break it. */
const UNICI: Readonly<Record<string, { campo: string; messaggio: string }>> = {
  manutMacchinari: { campo: 'componente', messaggio: 'Il piano di manutenzione ha già una riga per questo componente.' },
  groupsPermissions: { campo: 'tableName', messaggio: 'Il gruppo ha già un permesso per questa area.' },
};

export function verificaUnicita(def: AnyRegister, comando: ComandoRisolto, stato: StatoStream, decisioni: readonly Decisione[]): void {
  const regola = UNICI[def.path];
  if (!regola) return;
  const mia = chiaveRecord(def.path, comando.chiave);
  const valore = decisioni[0]?.data[regola.campo] ?? stato.get(mia)?.valori[regola.campo];
  for (const [chiave, record] of stato) {
    if (chiave !== mia && record.tabella === def.path && record.esiste && record.valori[regola.campo] === valore) {
      throw new DomainError('DUPLICATO', { messaggio: regola.messaggio });
    }
  }
}
