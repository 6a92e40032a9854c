import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { countOf, formatByte } from '#contracts/core/formats.ts';
import { esportaTutto } from '#contracts/jobs/esporta-tutto.ts';
import type { JobContext, JobHandler } from '#contracts/ports/job-queue.ts';
import type { WholeDocuments, WholeExit, WrittenTables, ZippedDocuments } from '#contracts/ports/whole-exit.ts';
import { newFile } from '#workers/formats/new-file.ts';
import { asResult } from '#workers/formats/result-file.ts';
import { wholeReadme } from '#workers/formats/whole-readme.ts';

interface Needs {
  whole: WholeExit;
  resultsFolder: string;
}

/** Part of the progress, in percent, that stands for the tables if documents follow. */
const TABLES_PERCENT = 50;

/**
 * Creates the handler that writes the tables to files, and zips these files with the documents. A retry first deletes what a killed attempt
 * left. The zip gets its name only when it is complete.
 */
export function esportaTuttoHandler({ whole, resultsFolder }: Needs): JobHandler {
  return async (context) => {
    const { formato, documenti, nome } = esportaTutto.data.parse(context.data);
    const { id, utente, signal, progress } = context;
    await removeParts(resultsFolder, id);
    try {
      const writtenTables = await writeTables(whole, context, { format: formato, prefix: join(resultsFolder, `${id}.parte`) }, documenti);
      if (documenti) await progress(TABLES_PERCENT, 'Si guarda quali documenti ci sono');
      const documents = documenti ? await whole.documents({ job: id, memberID: utente, recorded: writtenTables.documents }, signal) : null;
      const final = join(resultsFolder, `${id}.zip`);
      const readme = (zipped: ZippedDocuments) =>
        wholeReadme({ ditta: whole.ditta, utente, format: formato, writtenTables, documents, zipped });
      const zipped = await asResult(final, (temp) =>
        newFile(temp, (output) =>
          whole.zip(
            output,
            { tables: writtenTables.tables, documents: documents?.paths ?? [], readme },
            {
              signal,
              progress: (done, of, bytes) =>
                progress(
                  TABLES_PERCENT + (done / of) * (100 - TABLES_PERCENT),
                  `${done} di ${countOf(of, 'documento', 'documenti')}, ${formatByte(bytes)}`,
                ),
            },
          ),
        ),
      );
      return { file: final, fileName: nome, message: summary(writtenTables, documents, zipped), personal: true };
    } finally {
      await removeParts(resultsFolder, `${id}.parte`);
    }
  };
}

async function writeTables(
  whole: WholeExit,
  { utente, signal, progress }: JobContext,
  order: { format: 'xlsx' | 'csv'; prefix: string },
  documents: boolean,
): Promise<WrittenTables> {
  const share = documents ? TABLES_PERCENT / 100 : 1;
  let reported: Promise<void> = Promise.resolve();
  const report = (percent: number, text: string): void => void (reported = reported.then(() => progress(percent * share, text)));
  const written = await whole.tables({ memberID: utente, ...order }, { signal, progress: report });
  await reported;
  return written;
}

/** Deletes the files whose names begin with `name` and a dot. */
async function removeParts(folder: string, name: string): Promise<void> {
  const parts = (await readdir(folder).catch(() => [])).filter((one) => one.startsWith(`${name}.`));
  await Promise.all(parts.map((one) => rm(join(folder, one), { force: true })));
}

function summary({ tables }: WrittenTables, documents: WholeDocuments | null, { count, bytes, missing, cut }: ZippedDocuments): string {
  const registers = tables.filter(({ folder }) => folder === 'registri');
  const rows = registers.reduce((sum, table) => sum + table.rows, 0);
  const lacking = missing.length + cut.length;
  return [
    `${countOf(registers.length, 'registro', 'registri')} con ${countOf(rows, 'riga', 'righe')}`,
    ...(documents ? [`${countOf(count, 'documento', 'documenti')} (${formatByte(bytes)})`] : []),
    ...(lacking === 0 ? [] : [countOf(lacking, 'mancante', 'mancanti')]),
    ...(documents?.reserved.length ? [countOf(documents.reserved.length, 'riservato', 'riservati')] : []),
  ].join(', ');
}
