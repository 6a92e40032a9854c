import { contaRiferimenti } from '#projections/registers/register.queries.ts';
import { richiedi } from '../platform/http/permissions.ts';
import type { Dipendenze, Module } from '../platform/module.ts';
import { leggiChiave, registroDi } from './keys.ts';
import { leggiVisibile } from './read.ts';

/** How many records point to one, asked before it is deleted. */
export function moduloRiferimenti(dip: Dipendenze): Module {
  return {
    nome: 'riferimenti',
    rotte: [{
      metodo: 'GET', path: '/api/riferimenti', permesso: 'sessione',
      descrizione: 'Quanti record puntano a questo (tabella, id), registro per registro.',
      async gestisci(req, res, { identita }) {
        const def = registroDi(req.query['tabella']);
        const riga = await leggiVisibile(dip, def, leggiChiave(def, req.query['id'], 'id'), richiedi(identita));
        res.json({ data: await contaRiferimenti(dip.letture, def, riga) });
      },
    }],
  };
}
