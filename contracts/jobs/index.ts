import type { JobDefinition } from './define-job.ts';
import { contabilitaLavoratori } from './contabilita-lavoratori.ts';
import { esportaAllegati } from './esporta-allegati.ts';
import { esportaElenco } from './esporta-elenco.ts';
import { mailCantiere } from './mail-cantiere.ts';
import { rebuildTables } from './rebuild-tables.ts';
import { rinominaVoce } from './rinomina-voce.ts';

/** Every kind of job that can be asked for. Its handler is registered in workers/jobs/index.ts. */
export const JOBS: readonly JobDefinition[] = [
  esportaAllegati,
  esportaElenco,
  mailCantiere,
  rinominaVoce,
  rebuildTables,
  contabilitaLavoratori,
] as readonly unknown[] as readonly JobDefinition[];

export function jobDefinition(kind: string): JobDefinition | undefined {
  return JOBS.find((job) => job.kind === kind);
}
