import type { Catalogue } from '../core/catalogue.ts';
import { GRUPPO_AMMINISTRATORI, scope, type Identity } from '../core/permissions.ts';
import { AREA_NAMES, type Area } from './areas.ts';

type AreaCatalogue = Pick<Catalogue, 'registers' | 'chronicles'>;

/** Returns the areas of which the person does not see all records. */
function hiddenAreas({ registers, chronicles }: AreaCatalogue, identity: Identity): Area[] {
  const hidden = [...registers, ...chronicles].filter(({ access }) => !access.through && scope(identity, access, 'view') !== 'all');
  return [...new Set(hidden.map(({ access }) => access.area))];
}

/**
 * Returns the reason why a person may not export everything; `null` if the export is allowed. An administrator without the view of an area
 * is refused, since the export would be incomplete.
 */
export function whyNotEverything(catalogue: AreaCatalogue, identity: Identity): string | null {
  if (identity.groupID !== GRUPPO_AMMINISTRATORI) return 'L’esportazione completa è degli amministratori.';
  const hidden = hiddenAreas(catalogue, identity).map((area) => AREA_NAMES[area]);
  return hidden.length === 0 ? null : `L’esportazione completa serve intera, e al tuo gruppo manca la vista di: ${hidden.join(', ')}.`;
}
