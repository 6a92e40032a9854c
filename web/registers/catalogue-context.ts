import { createContext, useContext } from 'react';
import type { Catalogue } from '#contracts/core/catalogue.ts';

/** Given by whoever puts the portal together. */
export const CatalogueContext = createContext<Catalogue | null>(null);

/** What the browser knows of the modules. Throws outside the portal. */
export function useCatalogue(): Catalogue {
  const catalogue = useContext(CatalogueContext);
  if (!catalogue) throw new Error('there is no catalogue here');
  return catalogue;
}
