import { scope, type Identity } from '#contracts/core/permissions.ts';
import { contabilitaChronicle } from '#contracts/modules/contabilita/chronicle.ts';
import { costi } from '#contracts/registers/costi.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import type { RowScope } from '#projections/andamento/andamento.queries.ts';

/** Scope in which a person sees each figure; `null` for a figure that is hidden from the person. */
export interface SeenFigures {
  produzione: RowScope;
  costi: RowScope | null;
  noleggi: RowScope | null;
  /** Tells whether the person sees labour. A run covers the whole firm, so the right to view all runs is needed. */
  manodopera: boolean;
  /** Tells whether the person sees the margin, which needs the right to view all records behind every figure. */
  margine: boolean;
  /** Figures computed only from the person's own records. */
  ownOnly: ('produzione' | 'costi' | 'noleggi')[];
}

/** Returns the scope in which the person sees each figure. */
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
