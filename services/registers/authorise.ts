import { DomainError } from '#contracts/core/errors.ts';
import { ambito, GRUPPO_AMMINISTRATORI, puo, type Azione, type Identita } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Comando } from '#contracts/ports/dispatch.ts';
import { chiaveRecord, type StatoRecord, type StatoStream } from '#contracts/core/history.ts';
import type { ComandoRisolto } from './register.decider.ts';

/**
 * May this person do this to this record? Asked on the loaded stream, so that no path to a write
 * goes round it. One cannot change what one may not see: such a record answers as if it did not exist.
 */
export function autorizza(def: AnyRegister, comando: ComandoRisolto, stato: StatoStream, identita: Identita): void {
  if (comando.azione === 'crea') return autorizzaCreazione(def, comando, stato, identita);
  const record = stato.get(chiaveRecord(def.path, comando.chiave));
  if (!record) return;
  const proprietario = proprietarioDi(def, stato, record, comando.padre);
  autorizzaLettura(def, identita, proprietario);
  if (!puo(identita, def.accesso, AZIONE[comando.azione], proprietario)) throw new DomainError('NON_PERMESSO');
  if (comando.azione === 'ripristina' && !record.esiste && !puoRipristinareEliminati(def, identita)) throw new DomainError('NON_PERMESSO');
}

const AZIONE: Record<Exclude<Comando['azione'], 'crea'>, Azione> = { modifica: 'edit', elimina: 'delete', ripristina: 'edit' };

/** 403 where the area is closed to the person, 404 for a record outside the person's own ones. */
export function autorizzaLettura(def: AnyRegister, identita: Identita, proprietario: string | undefined): void {
  if (ambito(identita, def.accesso, 'view') === 'none') throw new DomainError('NON_PERMESSO');
  if (!puo(identita, def.accesso, 'view', proprietario)) throw new DomainError('SCONOSCIUTO');
}

/** Whose record it is, for permissions: a child belongs to the owner of its parent. */
export function proprietarioDi(def: AnyRegister, stato: StatoStream, record: StatoRecord | undefined, padre?: string | number): string | undefined {
  if (!def.parent) return record?.utente;
  return padre === undefined ? undefined : stato.get(chiaveRecord(def.parent.register, padre))?.utente;
}

/** A new child changes its parent: whoever adds it to another person's record must be able to edit that record. */
function autorizzaCreazione(def: AnyRegister, comando: ComandoRisolto, stato: StatoStream, identita: Identita): void {
  if (!puo(identita, def.accesso, 'insert')) throw new DomainError('NON_PERMESSO');
  if (!def.parent) return;
  const proprietario = proprietarioDi(def, stato, undefined, comando.padre);
  if (proprietario === undefined || proprietario === identita.memberID) return;
  autorizzaLettura(def, identita, proprietario);
  if (!puo(identita, def.accesso, 'edit', proprietario)) throw new DomainError('NON_PERMESSO');
}

function puoRipristinareEliminati(def: AnyRegister, identita: Identita): boolean {
  return identita.groupID === GRUPPO_AMMINISTRATORI || ambito(identita, def.accesso, 'delete') === 'all';
}
