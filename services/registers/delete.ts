import { DomainError } from '#contracts/core/errors.ts';
import { ambito } from '#contracts/core/permissions.ts';
import type { Esito, Mittente } from '#contracts/ports/dispatch.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { commandIdDerivato, provaElimina } from './command-handling.ts';
import { attendi, mittenteDi, rispondiModifica } from '../platform/http/write-answer.ts';
import type { Dipendenze, Rotta } from '../platform/module.ts';
import { leggiChiavi } from './keys.ts';

export function rottaElimina(def: AnyRegister, dip: Dipendenze): Rotta {
  return {
    metodo: 'DELETE', path: `/api/${def.path}`, permesso: { accesso: def.accesso, azione: 'delete' },
    descrizione: `Elimina: ${def.etichette.uno}. La chiave sta nel corpo o nell'indirizzo; più chiavi insieme si eliminano tutte o nessuna.`,
    async gestisci(req, res, contesto) {
      const chiavi = leggiChiavi(def, req.body, req.query);
      const mittente = mittenteDi(req, contesto);
      const [prima] = chiavi;
      if (chiavi.length === 1 && prima !== undefined) {
        const esito = await dip.dispatch({ registro: def.path, azione: 'elimina', chiave: prima, versioneLetta: contesto.versioneLetta }, mittente);
        await attendi(dip, res, esito.posizione);
        return rispondiModifica(res, 1, esito.versione);
      }
      if (contesto.versioneLetta !== null) throw new DomainError('IF_MATCH_NON_VALIDO', { messaggio: "L'intestazione If-Match vale per un record solo." });
      const esiti = await eliminaTutte(def, dip, chiavi, mittente);
      await attendi(dip, res, esiti.map((e) => e.posizione ?? '').reduce((a, b) => (a > b ? a : b), '') || null);
      rispondiModifica(res, esiti.length, esiti.at(-1)?.versione ?? 0);
    },
  };
}

/**
 * Several records are several streams, so all are checked before the first is deleted. Should one
 * of them be deleted by somebody else in between, what was asked for is so already and the rest
 * goes on; should the store go away, the same request with its Idempotency-Key completes it.
 */
async function eliminaTutte(def: AnyRegister, dip: Dipendenze, chiavi: readonly (string | number)[], mittente: Mittente): Promise<Esito[]> {
  if (ambito(mittente.identita, def.accesso, 'delete') !== 'all') throw new DomainError('NON_PERMESSO');
  const parti = chiavi.map((chiave) => ({
    comando: { registro: def.path, azione: 'elimina', chiave } as const,
    mittente: { ...mittente, commandId: commandIdDerivato(mittente.commandId, `${def.path}/${chiave}`) },
  }));
  for (const parte of parti) await provaElimina(dip, parte.comando, parte.mittente);
  const esiti: Esito[] = [];
  for (const parte of parti) {
    const esito = await dip.dispatch(parte.comando, parte.mittente).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'SCONOSCIUTO') return null;
      throw error;
    });
    if (esito) esiti.push(esito);
  }
  return esiti;
}
