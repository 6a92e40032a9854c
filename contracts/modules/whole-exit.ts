import type { Catalogue } from '../core/catalogue.ts';
import { GRUPPO_AMMINISTRATORI, scope, type Identity } from '../core/permissions.ts';
import { AREA_NAMES, type Area } from './areas.ts';

type Told = Pick<Catalogue, 'registers' | 'chronicles'>;

/** Areas of which this person does not see everything. */
function hiddenAreas({ registers, chronicles }: Told, identity: Identity): Area[] {
  const hidden = [...registers, ...chronicles].filter(({ access }) => scope(identity, access, 'view') !== 'all');
  return [...new Set(hidden.map(({ access }) => access.area))];
}

/** Why this person may not take everything; `null`: may. Whole or not at all: an administrator who does not see an area would take less than the name says. */
export function whyNotEverything(catalogue: Told, identity: Identity): string | null {
  if (identity.groupID !== GRUPPO_AMMINISTRATORI) return 'L’esportazione completa è degli amministratori.';
  const hidden = hiddenAreas(catalogue, identity).map((area) => AREA_NAMES[area]);
  return hidden.length === 0 ? null : `L’esportazione completa serve intera, e al tuo gruppo manca la vista di: ${hidden.join(', ')}.`;
}
