import { DomainError } from '#contracts/core/errors.ts';
import { filtriRegistro, vedeRegistro, visibileA } from '#contracts/modules/trail.ts';
import { registro } from '#projections/storico/storico.queries.ts';
import { queryPagina } from '#services/registers/list-query.ts';
import { richiedi } from '#services/platform/http/permissions.ts';
import type { Dipendenze, Rotta } from '#services/platform/module.ts';
import { registroDi } from '#services/registers/keys.ts';

const RIGHE = 50;
const richiesta = queryPagina.extend(filtriRegistro.shape);

/** The trail of the whole portal, for administrators and management. */
export function rottaRegistro(dip: Dipendenze): Rotta {
  return {
    metodo: 'GET', path: '/api/storico/registro', permesso: 'sessione',
    descrizione: 'Il registro di tutte le modifiche, dalla più recente; solo per i gruppi 2 e 9, di ciò che possono vedere.',
    schema: { query: richiesta },
    async gestisci(req, res, contesto) {
      const identita = richiedi(contesto.identita);
      if (!vedeRegistro(identita)) throw new DomainError('NON_PERMESSO');
      const { righe = RIGHE, ...chiesto } = richiesta.parse(req.query);
      if (chiesto.tabella !== undefined) registroDi(chiesto.tabella);
      const { righe: voci, totale } = await registro(dip.letture, { ...chiesto, righe, visibile: visibileA(identita) });
      res.json({ data: voci, totale });
    },
  };
}
