import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { matricola } from '../../data/firm.ts';
import { DOCUMENTS_EACH, MB } from '../../data/files.ts';
import { client } from '../client.ts';
import { finishedJob } from '../jobs.ts';
import { median } from '../measure.ts';
import { memoryOf, peakOf } from '../memory.ts';
import { withPortal, type LoadedPortal } from '../processes.ts';
import { count, megabytes, number, seconds, type Group } from './section.ts';

const run = promisify(execFile);
const EACH_MB = 2;

/** Measures a zip of the documents of many machines: streamed by a direct request, and produced by the job that the screens use. */
export const zipGroup: Group = {
  name: 'zip',
  run: (bench) =>
    withPortal(bench.folder, async (loaded) => {
      const { size, folder, rounds, say } = bench;
      const machines = Array.from({ length: size.documented }, (_, n) => matricola(n));
      const idle = memoryOf(loaded.portal.pid, 'VmRSS');
      const peak = peakOf(loaded.portal.pid);
      const times = { zip: [] as number[], streamed: [] as number[], first: [] as number[], job: [] as number[] };
      for (let round = 0; round < rounds.long; round += 1) {
        times.zip.push(await bareZip(folder, machines));
        const { first, all, bytes } = await downloadZip(loaded, machines);
        if (bytes < machines.length * DOCUMENTS_EACH * EACH_MB * MB) throw new Error('the zip lacks documents');
        times.first.push(first);
        times.streamed.push(all);
        times.job.push(await asJob(loaded, machines));
        say(
          `  zip -0 ${seconds(times.zip.at(-1)!)}; as an answer ${seconds(all)}, first byte ${number(first)} ms; job ${seconds(times.job.at(-1)!)}`,
        );
      }
      const most = peak.end();
      const [bare, whole, first, job] = [median(times.zip), median(times.streamed), median(times.first), median(times.job)];
      const memory = `${megabytes(most - idle)} more than at rest (${megabytes(idle)})`;
      return {
        title: `Zip of ${number((machines.length * DOCUMENTS_EACH * EACH_MB) / 1000)} GB of documents`,
        intro: `${count(machines.length * DOCUMENTS_EACH)} documents of ${EACH_MB} MB. The limit is \`zip -0\` of the same files on the same disk. Memory is the peak of the portal above its memory at rest.`,
        head: ['work', 'time', 'first byte', 'speed against zip -0', 'memory', 'goal'],
        rows: [
          [
            'as an answer (`Accept: application/zip`)',
            seconds(whole),
            `${number(first)} ms`,
            `${number((100 * bare) / whole)} %`,
            memory,
            '≥ 80 %, < 150 MB, first byte early',
          ],
          ['as a job, until it is ready', seconds(job), '', `${number((100 * bare) / job)} %`, '', '≥ 80 %'],
          ['zip -0', seconds(bare), '', '', '', ''],
        ],
      };
    }),
};

async function bareZip(folder: string, machines: readonly string[]): Promise<number> {
  const out = join(folder, 'nudo.zip');
  await rm(out, { force: true });
  const begun = performance.now();
  await run('zip', ['-0', '-q', '-r', out, ...machines], { cwd: join(folder, 'archivio') });
  const ms = performance.now() - begun;
  await rm(out, { force: true });
  return ms;
}

function downloadZip({ portal, token }: LoadedPortal, machines: readonly string[]): Promise<{ first: number; all: number; bytes: number }> {
  const begun = performance.now();
  const payload = JSON.stringify({ macchina: machines });
  return new Promise((resolve, reject) => {
    request(
      new URL('/api/allegati', portal.base),
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/zip',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        },
      },
      (answer) => {
        let first = Number.NaN;
        let bytes = 0;
        if (answer.statusCode !== 200) reject(new Error(`zip: ${answer.statusCode}`));
        answer
          .on('data', (piece: Buffer) => {
            if (bytes === 0) first = performance.now() - begun;
            bytes += piece.length;
          })
          .on('error', reject)
          .on('end', () => resolve({ first, all: performance.now() - begun, bytes }));
      },
    )
      .on('error', reject)
      .end(payload);
  });
}

async function asJob({ portal, token }: LoadedPortal, machines: readonly string[]): Promise<number> {
  const portalClient = client(portal.base, token);
  try {
    const begun = performance.now();
    await finishedJob(
      portalClient,
      (await portalClient.call('POST', '/api/allegati', { macchina: machines })) as { message: { jobId: string } },
    );
    return performance.now() - begun;
  } finally {
    portalClient.close();
  }
}
