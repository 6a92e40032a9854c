import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordsIn } from '#contracts/core/typed-record.ts';
import type { Listino } from '#contracts/modules/listino.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store'>;

/** Reads a site's price list from the log, so that a price counts before the read tables show it. */
export async function listinoOf({ catalogue, store }: Deps, commessa: string | number): Promise<Listino> {
  const state = fold(catalogue, await store.read(streamOf(cantieri, commessa)));
  const of = <D extends AnyRegister>(def: D) =>
    recordsIn(state, def)
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map(({ values }) => values);
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    wbs: of(cantieriWbs).flatMap(({ descrizione }) => text(descrizione) ?? []),
    lavorazioni: of(cantieriLavorazioni).flatMap((values) => {
      const lavorazione = text(values.lavorazione);
      const price = values.prezzo;
      return lavorazione === null
        ? []
        : [{ lavorazione, wbs: text(values.descrizione_wbs), prezzo: typeof price === 'number' ? price : null }];
    }),
  };
}
