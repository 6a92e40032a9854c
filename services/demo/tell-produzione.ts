import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import type { Dependencies } from '../platform/module.ts';
import { derivedCommandId } from '../registers/command-handling.ts';
import type { GiornataEntry } from './entries.ts';

/** A day's production as it is written down: the header, then its lines. */
export async function tellGiornata(
  { dispatch }: Pick<Dependencies, 'dispatch'>,
  { data, cantiere, righe }: GiornataEntry,
  sender: Sender,
): Promise<void> {
  const { key } = await dispatch({ register: produzionePadre.path, action: 'create', values: { data, cantiere } }, sender);
  for (const [i, values] of righe.entries()) {
    await dispatch(
      { register: produzione.path, action: 'create', values: { ...values, id_intestazione: Number(key) } },
      { ...sender, commandId: derivedCommandId(sender.commandId, `riga/${i}`) },
    );
  }
}
