import { romeDate } from '#contracts/dates.ts';
import { ambito } from '#contracts/permessi.ts';
import { groupsPermissions } from '#contracts/registri/groups-permissions.ts';
import type { AnyRegister } from '#contracts/registri/define-register.ts';
import { elenca } from '#projections/registri/register.queries.ts';
import { richiedi, verificaPermesso } from '../http/permessi.ts';
import type { Dipendenze, Rotta } from '../module.ts';
import { leggiPadre } from '../registri/chiavi.ts';
import { rottaLeggi } from '../registri/lettura.ts';

const DEF = groupsPermissions as AnyRegister;

/** `?id=GROUP`. The rows of the own group are everyone's: the screens are shaped by them. */
export function rottaLeggiPermessi(dip: Dipendenze): Rotta {
  const amministrazione = rottaLeggi(DEF, dip, { idDelPadre: true });
  return {
    metodo: 'GET', path: '/api/groupsPermissions', permesso: 'sessione',
    descrizione: 'Permessi di un gruppo (id): quelli del proprio sono di ognuno, senza id e senza amministrazione sono questi.',
    async gestisci(req, res, contesto) {
      const identita = richiedi(contesto.identita);
      const richiesto = req.query['id'] ?? req.query['groupID'];
      const proprio = richiesto === undefined
        ? ambito(identita, groupsPermissions.accesso, 'view') === 'none' && req.query['chiave'] === undefined
        : leggiPadre(DEF, richiesto) === identita.groupID;
      if (!proprio) {
        verificaPermesso(amministrazione.permesso, identita);
        return amministrazione.gestisci(req, res, contesto);
      }
      const { righe } = await elenca(
        dip.letture, DEF, { ambito: 'all', utente: identita.memberID, filtri: { groupID: identita.groupID } }, romeDate(dip.clock.now()),
      );
      res.json({ data: righe });
    },
  };
}
