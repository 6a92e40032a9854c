import { z } from 'zod';
import { conditionsSchema, daySchema, ifNotEmpty } from '../core/request-schema.ts';
import { scope, GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, type Scope, type Identity } from '../core/permissions.ts';
import { AREE, type Area } from './areas.ts';
import type { Catalogue } from '../core/catalogue.ts';

/** Origins of entries that the portal recorded itself: setup, imports and demo data, not a person's action on a screen or by the API. */
export const SET_UP_ORIGINS: readonly string[] = ['sistema', 'importazione', 'demo'];

/** Columns by which the trail can be filtered, with the kind of their conditions; `quando` by its day in Rome. */
export const TRAIL_COLUMNS = {
  quando: 'date',
  fatto: 'text',
  campi: 'text',
  utente: 'choices',
  nome: 'text',
  record: 'text',
  frase: 'text',
  tipo: 'choices',
  tabella: 'choices',
  area: 'choices',
  origine: 'choices',
  evento: 'choices',
  motivo: 'text',
} as const;

const short = z.string().max(100, { error: 'Al massimo 100 caratteri' });

/** Filters of the portal-wide trail. */
export const registerFilters = z.object({
  utente: ifNotEmpty(short),
  area: ifNotEmpty(z.enum(AREE, { error: 'Area sconosciuta' })),
  /** An event type, or a kind of change. */
  evento: ifNotEmpty(short),
  tabella: ifNotEmpty(short),
  id: ifNotEmpty(short),
  /** Entries that the folded trail shows as one (`insieme.gruppo`). */
  gruppo: ifNotEmpty(z.guid({ error: 'Gruppo sconosciuto' })),
  /** `modifiche` leaves out entries that changed no record, for example an opened document. */
  solo: ifNotEmpty(z.enum(['modifiche'], { error: 'Serve: modifiche' })),
  /** Leaves out the entries with `SET_UP_ORIGINS` (`senza`), or lists only those (`solo`). */
  sistema: ifNotEmpty(z.enum(['senza', 'solo'], { error: 'Serve uno fra: senza, solo' })),
  dal: ifNotEmpty(daySchema),
  al: ifNotEmpty(daySchema),
  /** Conditions on columns as JSON, in the shape of any list's. */
  filtri: ifNotEmpty(conditionsSchema),
});

/** Checks whether the group may see the trail: administrators and management. */
export function seesTrail({ groupID }: Pick<Identity, 'groupID'>): boolean {
  return groupID === GRUPPO_AMMINISTRATORI || groupID === GRUPPO_DIREZIONE;
}

type AreaCatalogue = Pick<Catalogue, 'registers' | 'chronicles'>;

/** Returns the areas whose records the person sees, all or only own ones; the trail is limited to them. */
export function visibleTo(catalogue: AreaCatalogue, identity: Identity): { tutte: Area[]; proprie: Area[]; utente: string } {
  const con = (searched: Scope) => AREE.filter((area) => less(catalogue, identity, area) === searched);
  return { tutte: con('all'), proprie: con('own'), utente: identity.memberID };
}

/**
 * Returns the narrowest view among the registers and chronicles of the area, so that an entry does not disclose more than its list. Records
 * that follow another record's rights count in that record's area.
 */
function less({ registers, chronicles }: AreaCatalogue, identity: Identity, area: Area): Scope {
  const viste = [...registers, ...chronicles]
    .filter(({ access }) => access.area === area && !access.through)
    .map((def) => scope(identity, def.access, 'view'));
  if (viste.length === 0 || viste.includes('none')) return 'none';
  return viste.includes('own') ? 'own' : 'all';
}
