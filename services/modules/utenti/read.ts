import { DomainError } from '#contracts/core/errors.ts';
import { users } from '#contracts/registers/users.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { leggiUno } from '#projections/registers/register.queries.ts';
import { richiedi, verificaPermesso } from '#services/platform/http/permissions.ts';
import type { Dipendenze, Rotta } from '#services/platform/module.ts';
import { leggiChiave } from '#services/registers/keys.ts';
import { leggiVisibile, rottaLeggi } from '#services/registers/read.ts';

const DEF = users as AnyRegister;

/** `?user=0` (or nothing) lists the users, `?user=NAME` reads one; the own profile is everyone's. */
export function rottaLeggiUtenti(dip: Dipendenze): Rotta {
  const elenco = rottaLeggi(DEF, dip);
  return {
    metodo: 'GET', path: '/api/users', permesso: 'sessione',
    descrizione: 'Utenti: user=0 li elenca (con pagina, righe, ordina, cerca o filtri una pagina con il totale), user=NOME ne legge uno; il proprio profilo è di ognuno.',
    async gestisci(req, res, contesto) {
      const identita = richiedi(contesto.identita);
      const nome = req.query['user'] ?? req.query['chiave'] ?? req.query['memberID'];
      if (nome === undefined || nome === '0') {
        verificaPermesso(elenco.permesso, identita);
        return elenco.gestisci(req, res, contesto);
      }
      const chiave = leggiChiave(DEF, nome, 'user');
      if (chiave !== identita.memberID) verificaPermesso(elenco.permesso, identita);
      const riga = chiave === identita.memberID ? await leggiUno(dip.letture, DEF, chiave) : await leggiVisibile(dip, DEF, chiave, identita);
      if (!riga) throw new DomainError('SCONOSCIUTO');
      res.set('ETag', `"${String(riga['versione'])}"`).json({ data: [riga] });
    },
  };
}
