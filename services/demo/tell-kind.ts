import type { Sender } from '#contracts/ports/dispatch.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import type { Dependencies } from '../platform/module.ts';
import type { KindEntry } from './entries.ts';

/** A kind that was there from the start is changed: its number is found by its code. */
export async function tellKind(
  { store, dispatch }: Pick<Dependencies, 'store' | 'dispatch'>,
  { soggetto, codice, valori }: KindEntry,
  sender: Sender,
): Promise<void> {
  for (let id = 1; ; id += 1) {
    const [created] = await store.read(streamOf(tipiDocumento, id));
    // a portal of which kinds were never installed has none to change
    if (!created) return;
    if (created.data['soggetto'] !== soggetto || created.data['codice'] !== codice) continue;
    await dispatch({ register: tipiDocumento.path, action: 'change', key: id, values: valori }, sender);
    return;
  }
}
