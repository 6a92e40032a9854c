import { z } from 'zod';
import { daySchema, ifNotEmpty } from '../core/request-schema.ts';
import { scope, GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, type Scope, type Identity } from '../core/permissions.ts';
import { AREE, type Area } from './areas.ts';
import type { Catalogue } from '../core/catalogue.ts';

/** Entries of a page of a record's history. */
export const HISTORY_ROWS = 50;

const short = z.string().max(100, { error: 'Al massimo 100 caratteri' });

/** What the trail of the whole portal can be narrowed to. */
export const registerFilters = z.object({
  utente: ifNotEmpty(short),
  area: ifNotEmpty(z.enum(AREE, { error: 'Area sconosciuta' })),
  /** An event type, or a kind of change. */
  evento: ifNotEmpty(short),
  tabella: ifNotEmpty(short),
  id: ifNotEmpty(short),
  comando: ifNotEmpty(short),
  dal: ifNotEmpty(daySchema),
  al: ifNotEmpty(daySchema),
});

/** The trail is for administrators and management. */
export function seesTrail({ groupID }: Pick<Identity, 'groupID'>): boolean {
  return groupID === GRUPPO_AMMINISTRATORI || groupID === GRUPPO_DIREZIONE;
}

type Told = Pick<Catalogue, 'registers' | 'chronicles'>;

/** The areas whose records the person sees, all or only the own: the trail shows no others. */
export function visibleTo(catalogue: Told, identity: Identity): { tutte: Area[]; proprie: Area[]; utente: string } {
  const con = (searched: Scope) => AREE.filter((area) => less(catalogue, identity, area) === searched);
  return { tutte: con('all'), proprie: con('own'), utente: identity.memberID };
}

/** The narrowest view among what the area has: an entry does not say more than its list would. */
function less({ registers, chronicles }: Told, identity: Identity, area: Area): Scope {
  const viste = [...registers, ...chronicles].filter((def) => def.access.area === area).map((def) => scope(identity, def.access, 'view'));
  if (viste.length === 0 || viste.includes('none')) return 'none';
  return viste.includes('own') ? 'own' : 'all';
}
