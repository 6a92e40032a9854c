import { streamOf, type Derivation } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { fold } from '#contracts/core/fold.ts';
import type { StreamState } from '#contracts/core/record-state.ts';
import { recordIn, recordsIn, valuesOf } from '#contracts/core/typed-record.ts';
import type { Listino } from '#contracts/modules/listino.ts';
import { priceIn } from '#contracts/modules/giornata.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { Dependencies, Rule, Transition } from '#services/platform/module.ts';
import { listinoOf } from './listino.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store'>;

/**
 * Creates the rules of production. A line takes the current price of its site, whatever price the request contains. A header with lines
 * cannot move to another site.
 */
export function produzioneRules(deps: Deps): Rule[] {
  return [
    {
      registers: [produzione],
      async derive({ parent }, { origine }) {
        // the portal's own commands copy a changed name into the lines and must not change prices
        if (origine === 'sistema' || parent === undefined) return null;
        const site = recordIn(await headerOf(deps, parent), produzionePadre, parent)?.values.cantiere;
        return site === null || site === undefined ? null : pricedBy(site, await listinoOf(deps, site));
      },
    },
    {
      registers: [produzionePadre],
      async check({ key, before, after }: Transition<typeof produzionePadre>) {
        if (!before || before.values.cantiere === after?.values.cantiere) return;
        if (recordsIn(await headerOf(deps, key), produzione).length > 0) throw new DomainError('PRODUZIONE_CON_RIGHE');
      },
    },
  ];
}

async function headerOf({ catalogue, store }: Deps, key: string | number): Promise<StreamState> {
  return fold(catalogue, await store.read(streamOf(produzionePadre, key)));
}

function pricedBy(site: string | number, listino: Listino): Derivation {
  return (after, before, header) => {
    // the header has moved to another site since the prices were read
    if (!header || valuesOf(produzionePadre, header).cantiere !== site) throw new DomainError('VERSIONE_SUPERATA');
    const { lavorazione, wbs } = valuesOf(produzione, after);
    const price = priceIn(listino, lavorazione, wbs);
    if (price !== undefined) return { prezzo: price };
    // a line keeps its price if its site no longer has the work item
    return { prezzo: lavorazione && before ? (valuesOf(produzione, before).prezzo ?? null) : null };
  };
}
