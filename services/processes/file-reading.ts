import { z } from 'zod';
import type { Kysely } from 'kysely';
import { DomainError } from '#contracts/core/errors.ts';
import type { FileReading } from '#contracts/ports/file-reading.ts';
import { inProcess, LimitExceeded } from '#workers/isolated/in-process.ts';
import { readingSlots } from '../platform/postgres/reading-slots.ts';
import type { WriteDatabase } from '../platform/postgres/write-tables.ts';
import { FILE_LIMITS } from '#services/modules/importa/file/limits.ts';
import type { ReadOrder } from './read-import.ts';

const ENTRY = new URL('./read-import.ts', import.meta.url);
/** Maximum duration in seconds; longer than the CPU limit, since the machine also does other work. */
const LONGEST_SECONDS = 300;
const { rssMb, cpuSeconds } = FILE_LIMITS;
const LIMITS = { rssMb, cpuSeconds, seconds: LONGEST_SECONDS };

const never = new AbortController().signal;

// the output is validated like external input, since the process runs a library on files of unknown origin
const tables = z.array(
  z.strictObject({
    nome: z.string().nullable(),
    registro: z.string().nullable(),
    righe: z.number(),
    colonne: z.array(
      z.strictObject({ colonna: z.string(), campo: z.string().nullable(), password: z.boolean(), esempi: z.array(z.string()) }),
    ),
  }),
);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const readingSchema = z.strictObject({ digest, tables });

/** Creates the reader of uploaded files. Each file is read in its own process, and locks in `writeDb` limit how many are read at a time. */
export function fileReading(writeDb: Kysely<WriteDatabase>): FileReading {
  const turn = readingSlots(writeDb);
  const run = (who: string, order: ReadOrder, signal = never): Promise<unknown> =>
    turn(who, () => inProcess(ENTRY, order, { signal, limits: LIMITS }), signal).catch((error: unknown) => {
      throw error instanceof LimitExceeded ? beyond(error) : error;
    });
  return {
    turn,
    look: async (who, order) => readingSchema.parse(await run(who, { kind: 'look', ...order })),
    propose: async (who, order) => tables.parse(await run(who, { kind: 'propose', ...order })),
    rows: async (who, { signal, ...order }) => digest.parse(await run(who, { kind: 'rows', ...order }, signal)),
  };
}

const beyond = ({ limit }: LimitExceeded): DomainError =>
  new DomainError('FILE_TROPPO_GRANDE', {
    message:
      limit === 'memory'
        ? 'Per leggere il file serve più di 1 GB di memoria: va diviso.'
        : `Il file non si legge in ${cpuSeconds} secondi: va diviso.`,
  });
