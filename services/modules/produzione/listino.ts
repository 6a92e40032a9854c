import { streamOf } from '#contracts/core/define-register.ts';
import { fold } from '#contracts/core/fold.ts';
import type { Listino } from '#contracts/modules/listino.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store'>;

/** Reads a site's price list from the log, so that a price counts before the read tables show it. */
export async function listinoOf({ catalogue, store }: Deps, commessa: string | number): Promise<Listino> {
  const records = [...fold(catalogue, await store.read(streamOf(cantieri, commessa))).values()]
    .filter((record) => record.exists)
    .sort((a, b) => Number(a.id) - Number(b.id));
  const of = (path: string) => records.filter((record) => record.table === path).map((record) => record.values);
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    wbs: of(cantieriWbs.path).flatMap((values) => text(values['descrizione']) ?? []),
    lavorazioni: of(cantieriLavorazioni.path).flatMap((values) => {
      const lavorazione = text(values['lavorazione']);
      const price = values['prezzo'];
      return lavorazione === null
        ? []
        : [{ lavorazione, wbs: text(values['descrizione_wbs']), prezzo: typeof price === 'number' ? price : null }];
    }),
  };
}
