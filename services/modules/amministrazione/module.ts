import type { Dependencies, Module, Route } from '#services/platform/module.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { archiveWalk } from './archive-walk.ts';
import { jobsRoute } from './jobs.ts';
import { mailRoute } from './mail.ts';
import { rebuildRoute } from './rebuild.ts';
import { revokeRoute, sessionsRoute } from './sessions.ts';
import { stateRoute } from './state.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { backupWarning } from '#contracts/jobs/backup-warning.ts';
import { nightlyBackup, restoreTest } from '#contracts/jobs/nightly-backup.ts';
import { rebuildTables } from '#contracts/jobs/rebuild-tables.ts';
import { noticeHandler } from '#services/platform/mail/notice.handler.ts';
import { nightlyBackups } from './backup-schedule.ts';
import { mailAbandonedJob } from './abandoned-job-mail.ts';
import { nightlyBackupHandler, restoreTestHandler } from './nightly-backup.handler.ts';
import { rebuildTablesHandler } from './rebuild-tables.handler.ts';
import type { PortalWarning } from '#contracts/modules/amministrazione.ts';
import { romeDayAndTime } from '#contracts/core/dates.ts';
import { backupState } from '#services/platform/backups/state.ts';

/** Route that lists settings that a production portal lacks, for the home page of group 2. */
function warningsRoute(deps: Dependencies): Route {
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

/** Module of the Admin Area: the state of the portal and the actions of its administrators. All routes are for group 2 only. */
export function amministrazioneModule(deps: Dependencies): Module {
  const walk = archiveWalk(deps);
  const routes = [
    stateRoute(deps, walk),
    warningsRoute(deps),
    rebuildRoute(deps),
    jobsRoute(deps),
    mailRoute(deps),
    sessionsRoute(deps),
    revokeRoute(deps),
  ];
  return {
    name: 'amministrazione',
    routes: routes.map(forAdministrators),
    jobs: [
      job(rebuildTables, rebuildTablesHandler(deps)),
      job(nightlyBackup, nightlyBackupHandler(deps)),
      job(restoreTest, restoreTestHandler(deps)),
      job(backupWarning, noticeHandler(deps, backupWarning, 'Avviso inviato')),
    ],
    periodic: [nightlyBackups(deps)],
    onGivenUp: mailAbandonedJob(deps),
  };
}

function forAdministrators(route: Route): Route {
  return {
    ...route,
    async handle(req, res, context) {
      if (requireIdentity(context.identity).groupID !== GRUPPO_AMMINISTRATORI) throw new DomainError('NON_PERMESSO');
      await route.handle(req, res, context);
    },
  };
}
