// The thread that a file to be imported is first looked at in: how many rows, which columns, and what stands in the first ones.
import { parentPort, workerData } from 'node:worker_threads';
import { lookAt } from '../registers/import/looked.ts';
import { readImportFile } from '../registers/import/read-file.ts';
import { UnreadableFile } from '../registers/import/tables.ts';

const { file, name } = workerData as { file: string; name: string };

let said: string;
try {
  said = JSON.stringify({ outcome: lookAt(await readImportFile(file, name)) });
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error;
  said = JSON.stringify({ refused: error.message });
}
parentPort?.postMessage(said);
