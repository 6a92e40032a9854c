import { z } from 'zod';
import { isCalendarDate } from '../core/dates.ts';
import { AREE, ambito, GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, type Ambito, type Area, type Identita } from '../core/permissions.ts';
import { REGISTRI } from '../registers/index.ts';

const data = z.string().refine(isCalendarDate, { error: 'Serve una data AAAA-MM-GG' });
const breve = z.string().max(100, { error: 'Al massimo 100 caratteri' });
/** An empty box of the screen's filter asks for nothing. */
const seNonVuoto = <T extends z.ZodType>(schema: T) => z.preprocess((v) => (v === '' ? undefined : v), schema.optional());

/** What the trail of the whole portal can be narrowed to. */
export const filtriRegistro = z.object({
  utente: seNonVuoto(breve),
  area: seNonVuoto(z.enum(AREE, { error: 'Area sconosciuta' })),
  /** An event type, or a kind of change. */
  evento: seNonVuoto(breve),
  tabella: seNonVuoto(breve),
  id: seNonVuoto(breve),
  dal: seNonVuoto(data),
  al: seNonVuoto(data),
});

/** The trail is for administrators and management. */
export function vedeRegistro({ groupID }: Pick<Identita, 'groupID'>): boolean {
  return groupID === GRUPPO_AMMINISTRATORI || groupID === GRUPPO_DIREZIONE;
}

/** The areas whose records the person sees, all or only the own: the trail shows no others. */
export function visibileA(identita: Identita): { tutte: Area[]; proprie: Area[]; utente: string } {
  const con = (cercato: Ambito) => AREE.filter((area) => minore(identita, area) === cercato);
  return { tutte: con('all'), proprie: con('own'), utente: identita.memberID };
}

/** The narrowest view among the area's registers: an entry does not say more than its list would. */
function minore(identita: Identita, area: Area): Ambito {
  const viste = REGISTRI.filter((def) => def.accesso.area === area).map((def) => ambito(identita, def.accesso, 'view'));
  if (viste.length === 0 || viste.includes('none')) return 'none';
  return viste.includes('own') ? 'own' : 'all';
}
