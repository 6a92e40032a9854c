import { DomainError } from '#contracts/core/errors.ts';
import type { Comando, Mittente } from '#contracts/ports/dispatch.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { Dipendenze } from '../platform/module.ts';
import type { ComandoRisolto } from './register.decider.ts';

interface Serve extends Pick<Dipendenze, 'numeri' | 'letture'> {
  /** See `allineamento`. */
  allinea(def: AnyRegister): Promise<void>;
}

/** The key of the record a command is about, its parent's, and the stream that holds both. */
export async function risolvi(dip: Serve, def: AnyRegister, comando: Comando, mittente: Mittente): Promise<{ stream: string; comando: ComandoRisolto }> {
  const chiave = comando.azione === 'crea' ? await chiaveNuova(dip, def, comando, mittente) : comando.chiave;
  if (chiave === undefined) throw new DomainError('SCONOSCIUTO');
  if (!def.parent) return { stream: streamOf(def, chiave), comando: { ...comando, chiave } };
  const padre = await padreDi(dip, def, chiave, comando);
  if (padre === null) throw new DomainError('SCONOSCIUTO');
  return { stream: streamOf(def, padre), comando: { ...comando, chiave, padre } };
}

async function chiaveNuova({ numeri, allinea }: Serve, def: AnyRegister, comando: Comando, mittente: Mittente): Promise<string | number> {
  if (def.key.kind === 'natural') return comando.chiave ?? '';
  const fissata = mittente.origine === 'sistema' || mittente.origine === 'demo' ? comando.chiave : undefined;
  if (typeof fissata !== 'number') {
    await allinea(def);
    return numeri.riserva(def.path, mittente.commandId);
  }
  await numeri.almeno(def.path, fissata);
  return fissata;
}

/**
 * Key of the parent's record: the child's own key, what the command says, or what the read table
 * knows (deleted rows included). Only to find the stream: existence and rights are judged on that.
 */
export async function padreDi(dip: Pick<Serve, 'letture'>, def: AnyRegister, chiave: string | number, comando?: Comando): Promise<string | number | null> {
  if (!def.parent) return null;
  if (def.parent.field === def.key.field) return chiave;
  const detto = comando?.valori?.[def.parent.field];
  if (detto !== null && detto !== undefined && detto !== '') return detto;
  if (comando?.azione === 'crea') return null;
  const riga = await dip.letture.selectFrom(def.path).select(def.parent.field).where(def.key.field, '=', chiave).executeTakeFirst();
  return (riga?.[def.parent.field] as string | number | undefined) ?? null;
}
