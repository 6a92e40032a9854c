import { contabilitaLavoratori } from '#contracts/jobs/contabilita-lavoratori.ts';
import { job, type Job } from '#contracts/ports/job-queue.ts';
import type { ListReader } from '#contracts/ports/list-reader.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { listReader } from '#projections/export/list-reader.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { contabilitaLavoratoriHandler } from './contabilita-lavoratori.handler.ts';

/** Declares the job that runs an accounting; `lists` reads the sites that the person may see. */
export const accountingJob = (deps: Dependencies, lists: ListReader = listsOf(deps)): Job =>
  job(contabilitaLavoratori, contabilitaLavoratoriHandler({ ...deps, lists, resultsFolder: resultsFolder(deps.config) }));

const listsOf = ({ readDb, catalogue, clock }: Dependencies): ListReader =>
  listReader({ db: readDb, catalogue, clock, identity: (memberID) => currentIdentity(readDb, memberID) });
