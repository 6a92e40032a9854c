import { scope, type Identity } from '#contracts/core/permissions.ts';
import { contabilitaChronicle } from '#contracts/modules/contabilita/chronicle.ts';
import { costi } from '#contracts/registers/costi.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import type { RowScope } from '#projections/andamento/andamento.queries.ts';

/** Part of each figure that a person sees; `null` if absent. */
export interface SeenFigures {
  produzione: RowScope;
  costi: RowScope | null;
  noleggi: RowScope | null;
  /** Runs are of the whole firm: all or nothing. */
  manodopera: boolean;
  /** They see all of each. */
  margine: boolean;
  /** Of which they see their own records alone. */
  ownOnly: ('produzione' | 'costi' | 'noleggi')[];
}

export function seenFigures(identity: Identity): SeenFigures {
  const seenOf = (access: Parameters<typeof scope>[1]): RowScope | null => {
    const reach = scope(identity, access, 'view');
    return reach === 'none' ? null : { scope: reach, utente: identity.memberID };
  };
  const figures = {
    produzione: seenOf(produzione.access) ?? { scope: 'none' as const, utente: identity.memberID },
    costi: seenOf(costi.access),
    noleggi: seenOf(storicoNoleggi.access),
    manodopera: scope(identity, contabilitaChronicle.access, 'view') === 'all',
  };
  const { produzione: lines, costi: costs, noleggi, manodopera } = figures;
  const parts = { produzione: lines, costi: costs, noleggi };
  const ownOnly = (['produzione', 'costi', 'noleggi'] as const).filter((voce) => parts[voce]?.scope === 'own');
  return { ...figures, ownOnly, margine: manodopera && [lines, costs, noleggi].every((one) => one?.scope === 'all') };
}
