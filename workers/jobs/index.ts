import { JOBS } from '#contracts/jobs/index.ts';
import type { JobDefinition } from '#contracts/jobs/define-job.ts';
import type { Dispatch } from '#contracts/ports/dispatch.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';
import type { ListReader } from '#contracts/ports/list-reader.ts';
import type { WriteList } from '#contracts/ports/list-writer.ts';
import type { Mailer } from '#contracts/ports/mailer.ts';
import type { ReferenceReader } from '#contracts/ports/reference-reader.ts';
import type { WriteZip } from '#contracts/ports/zip-writer.ts';
import type { ReadyJob } from '../engine/run-job.ts';
import { contabilitaLavoratoriHandler } from './contabilita-lavoratori.handler.ts';
import { esportaAllegatiHandler } from './esporta-allegati.handler.ts';
import { esportaElencoHandler } from './esporta-elenco.handler.ts';
import { mailCantiereHandler } from './mail-cantiere.handler.ts';
import { rebuildTablesHandler } from './rebuild-tables.handler.ts';
import { rinominaVoceHandler } from './rinomina-voce.handler.ts';

/** What handlers may need. */
export interface Tools {
  zip: WriteZip;
  lists: ListReader;
  /** Out of the way of those who answer people. */
  writeList: WriteList;
  references: ReferenceReader;
  /** Jobs write through it, as everybody does. */
  dispatch: Dispatch;
  /** Where a mail's own progress is kept. */
  store: EventStore;
  mailer: Mailer;
  /** Makes every read table again from the log; told how far it is, 0 to 100. */
  rebuild(progress: (percent: number) => void): Promise<unknown>;
  resultsFolder: string;
  log?: { error(data: object, text: string): void };
}

const HANDLERS: Readonly<Record<string, (tools: Tools) => JobHandler>> = {
  'esporta-allegati': esportaAllegatiHandler,
  'esporta-elenco': esportaElencoHandler,
  'mail-cantiere': mailCantiereHandler,
  'rinomina-voce': rinominaVoceHandler,
  'rebuild-tables': rebuildTablesHandler,
  'contabilita-lavoratori': contabilitaLavoratoriHandler,
};

/** Every kind of job with its handler; a kind without one, or the reverse, stops the workers at start. */
export function readyJobs(tools: Tools, definitions: readonly JobDefinition[] = JOBS, handlers = HANDLERS): Map<string, ReadyJob> {
  const problems = [
    ...definitions.filter(({ kind }) => !Object.hasOwn(handlers, kind)).map(({ kind }) => `job ${kind} has no handler`),
    ...Object.keys(handlers)
      .filter((kind) => !definitions.some((d) => d.kind === kind))
      .map((kind) => `handler ${kind} has no definition`),
    ...definitions
      .filter((d, i) => definitions.findIndex((x) => x.kind === d.kind) !== i)
      .map(({ kind }) => `job ${kind} is defined twice`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return new Map(definitions.map((definition) => [definition.kind, { definition, handler: handlers[definition.kind]!(tools) }]));
}
