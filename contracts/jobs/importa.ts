import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** Where uploads lie that jobs read, in the folder of results. */
export const IMPORTS = 'importa';

/** All that lies on disk of one upload: its bytes, whose it is, and what was seen in it. */
export const uploadFiles = (path: string) => ({ file: path, owner: `${path}.json`, seen: `${path}.seen.json` });

/** Which file, into which register, by which columns. */
const asked = z.strictObject({
  /** Generated name in the folder of uploads. */
  caricato: z.uuid(),
  /** The name its sender gave it. */
  nome: z.string().min(1).max(255),
  /** SHA-256 of its bytes. */
  impronta: z.string().regex(/^[0-9a-f]{64}$/),
  registro: z.string().min(1).max(80).optional(),
  /** Column → field; '' leaves a column out. */
  colonne: z.record(z.string(), z.string()).optional(),
  /** The same for the same file, register and columns. */
  richiesta: z.string().min(1),
});

export type ImportData = z.infer<typeof asked>;

/** A dry run (POST api/importa/prova): what would become of every row. */
export const tryImport = defineJob({ kind: 'try-import', lane: 'lungo', data: asked });

/** The rows of a file become records (POST api/importa). */
export const makeImport = defineJob({ kind: 'make-import', lane: 'lungo', data: asked, oneAtATime: true });

/** All that an import made is deleted (POST api/importazioni/annulla). */
export const undoImport = defineJob({
  kind: 'undo-import',
  lane: 'lungo',
  notCancelled: 'running',
  data: z.strictObject({ id: z.string().min(1).max(80) }),
  oneAtATime: true,
});
