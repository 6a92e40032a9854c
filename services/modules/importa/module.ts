import type { Dependencies, Module } from '#services/platform/module.ts';
import { fileRoutes } from './files.ts';
import { importsRoutes } from './imports.ts';
import { runRoutes } from './runs.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { makeImport, tryImport, undoImport } from '#contracts/jobs/importa.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { importProcesses } from './import-processes.ts';
import { makeImportHandler, tryImportHandler, undoImportHandler } from './importa.handler.ts';

/** Module that imports rows of files as records, after a dry run; an import can be undone as a whole. */
export function importaModule(deps: Dependencies): Module {
  const needs = { imports: importProcesses(deps.config, deps.reading), resultsFolder: resultsFolder(deps.config) };
  return {
    name: 'importa',
    routes: [...fileRoutes(deps), ...runRoutes(deps), ...importsRoutes(deps)],
    jobs: [job(tryImport, tryImportHandler(needs)), job(makeImport, makeImportHandler(needs)), job(undoImport, undoImportHandler(needs))],
  };
}
