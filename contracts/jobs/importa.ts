import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** Folder, within the results folder, of uploaded files that jobs read. */
export const IMPORTS = 'importa';

/** Returns the paths of an upload's files: its bytes, its owner, and the result of its inspection. */
export const uploadFiles = (path: string) => ({ file: path, owner: `${path}.json`, seen: `${path}.seen.json` });

/** Request for an import: file, register and mapping of columns. */
const importRequest = z.strictObject({
  /** Generated name in the folder of uploads. */
  caricato: z.uuid(),
  /** Original name of the file. */
  nome: z.string().min(1).max(255),
  /** SHA-256 of its bytes. */
  impronta: z.string().regex(/^[0-9a-f]{64}$/),
  registro: z.string().min(1).max(80).optional(),
  /** Column → field; '' leaves a column out. */
  colonne: z.record(z.string(), z.string()).optional(),
  /** Id of the request; equal for the same file, register and columns. */
  richiesta: z.string().min(1),
});

export type ImportData = z.infer<typeof importRequest>;

/** Runs a dry run that checks every row (POST api/importa/prova). */
export const tryImport = defineJob({ kind: 'try-import', lane: 'lungo', data: importRequest });

/** Imports the rows of a file as records (POST api/importa). */
export const makeImport = defineJob({ kind: 'make-import', lane: 'lungo', data: importRequest, oneAtATime: true });

/** Deletes all records that an import made (POST api/importazioni/annulla). */
export const undoImport = defineJob({
  kind: 'undo-import',
  lane: 'lungo',
  notCancelled: 'running',
  data: z.strictObject({ id: z.string().min(1).max(80) }),
  oneAtATime: true,
});
