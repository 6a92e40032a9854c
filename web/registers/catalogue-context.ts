import { createContext, useContext } from 'react';
import type { Catalogue } from '#contracts/core/catalogue.ts';

/** Provides the catalogue of registers; set at the root of the portal. */
export const CatalogueContext = createContext<Catalogue | null>(null);

/** Returns the catalogue of registers. Throws outside the portal. */
export function useCatalogue(): Catalogue {
  const catalogue = useContext(CatalogueContext);
  if (!catalogue) throw new Error('there is no catalogue here');
  return catalogue;
}
