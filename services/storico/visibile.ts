import { AREE, ambito, type Ambito, type Area, type Identita } from '#contracts/permessi.ts';
import { REGISTRI } from '#contracts/registri/index.ts';

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
