import type { PortalWarning } from '#contracts/modules/amministrazione.ts';
import { romeDayAndTime } from '#contracts/core/dates.ts';
import { backupState } from '#services/platform/backups/state.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

/** Lists what was left out when the portal was set up, for the home of whoever looks after it. */
export function warningsRoute(deps: Dependencies): Route {
  const started = deps.clock.now();
  return {
    method: 'GET',
    path: '/api/amministrazione/avvisi',
    permission: 'session',
    description: 'Ciò che manca a un portale in produzione, come la cartella dei salvataggi; solo per il gruppo 2.',
    async handle(_req, res) {
      res.json({ data: await noBackups(deps, started) });
    },
  };
}

async function noBackups(deps: Dependencies, started: Date): Promise<PortalWarning[]> {
  if (deps.config.NODE_ENV !== 'production' || deps.config.BACKUP_DIR !== undefined) return [];
  const { ultimo } = await backupState(deps, started);
  const last = ultimo === null ? 'Finora non ne esiste nessuno.' : `L’ultimo, fatto a mano, è del ${romeDayAndTime(ultimo.momento)}.`;
  return [{ nome: 'salvataggi', testo: `Nessun salvataggio si fa da sé: la cartella BACKUP_DIR non è indicata. ${last}` }];
}
