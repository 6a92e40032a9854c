import { DomainError } from '#contracts/core/errors.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Dipendenze, Module, Rotta } from '#services/platform/module.ts';
import { leggiChiavi } from '#services/registers/keys.ts';
import { recordDelCorpo } from '#services/registers/body.ts';
import { registerModule, rottaCrea, rottaModifica } from '#services/registers/register-module.ts';
import { rottaElimina } from '#services/registers/delete.ts';
import { rottaLeggiPermessi } from './read.ts';
import { conLivelli } from './levels.ts';

const GRUPPI = groups as AnyRegister;
const PERMESSI = groupsPermissions as AnyRegister;

/**
 * Groups and what they may do (part 2, section 7). `dip.dispatch` carries the rules of
 * services/modules/accesso/rules.ts. Two groups may have the same name: their number tells them apart.
 */
export function moduloGruppi(dip: Dipendenze): Module {
  const { rotte } = registerModule(GRUPPI, dip);
  return {
    nome: 'groups',
    rotte: [
      ...rotte.map((rotta) => (rotta.metodo === 'DELETE' ? unoPerVolta(rotta) : rotta)),
      rottaLeggiPermessi(dip),
      controllata(rottaCrea(PERMESSI, dip), 'create'),
      controllata(rottaModifica(PERMESSI, dip), 'change'),
      rottaElimina(PERMESSI, dip),
    ],
  };
}

/** The register's own route, with levels that are none of 0, 1 and 3 refused before. */
function controllata(rotta: Rotta, modo: 'create' | 'change'): Rotta {
  return {
    ...rotta,
    async gestisci(req, res, contesto) {
      req.body = { [PERMESSI.bodyKey]: conLivelli(recordDelCorpo(PERMESSI, req.body), modo) };
      await rotta.gestisci(req, res, contesto);
    },
  };
}

/** Whether a group is empty is known one deletion at a time: several would not be all or none. */
function unoPerVolta(rotta: Rotta): Rotta {
  return {
    ...rotta,
    async gestisci(req, res, contesto) {
      if (leggiChiavi(GRUPPI, req.body, req.query).length > 1) throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: 'Si elimina un gruppo per volta.' });
      await rotta.gestisci(req, res, contesto);
    },
  };
}
