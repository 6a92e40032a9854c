import type { JobDefinition } from './define-job.ts';
import { backupWarning } from './backup-warning.ts';
import { contabilitaLavoratori } from './contabilita-lavoratori.ts';
import { dossierCantiere } from './dossier-cantiere.ts';
import { esportaAllegati } from './esporta-allegati.ts';
import { esportaElenco } from './esporta-elenco.ts';
import { esportaTutto } from './esporta-tutto.ts';
import { makeImport, tryImport, undoImport } from './importa.ts';
import { mailCantiere } from './mail-cantiere.ts';
import { mailFault } from './mail-fault.ts';
import { mailPassword } from './mail-password.ts';
import { promemoria } from './promemoria.ts';
import { rebuildTables } from './rebuild-tables.ts';
import { rinominaVoce } from './rinomina-voce.ts';
import { nightlyBackup, restoreTest } from './nightly-backup.ts';

/** Every kind of job that can be asked for; its handler stands in workers/jobs/index.ts. For whoever puts the portal together: all others are given definitions. */
export const JOBS: readonly JobDefinition[] = [
  esportaAllegati,
  dossierCantiere,
  esportaElenco,
  esportaTutto,
  mailCantiere,
  mailFault,
  mailPassword,
  rinominaVoce,
  promemoria,
  rebuildTables,
  contabilitaLavoratori,
  nightlyBackup,
  restoreTest,
  backupWarning,
  tryImport,
  makeImport,
  undoImport,
] as readonly unknown[] as readonly JobDefinition[];
