import { romeDate } from '#contracts/core/dates.ts';
import { ambito } from '#contracts/core/permissions.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { elenca } from '#projections/registers/register.queries.ts';
import { richiedi, verificaPermesso } from '#services/platform/http/permissions.ts';
import type { Dipendenze, Rotta } from '#services/platform/module.ts';
import { leggiPadre } from '#services/registers/keys.ts';
import { rottaLeggi } from '#services/registers/read.ts';

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
