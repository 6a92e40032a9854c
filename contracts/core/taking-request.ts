import { z } from 'zod';

/** Body of `POST api/accessi`: data the browser is about to export or print. */
export const takingRequest = z.object(
  {
    tipo: z.enum(['esportazione', 'stampa'], { error: 'Serve esportazione oppure stampa' }),
    /** A register's path, or the name of another list. */
    tabella: z.string({ error: 'Serve la tabella' }).max(80, { error: 'Al massimo 80 caratteri' }),
    /** Form of the output in words: "Excel", "etichette". */
    forma: z
      .string({ error: 'Serve un testo' })
      .trim()
      .min(1, { error: 'Campo obbligatorio' })
      .max(60, { error: 'Al massimo 60 caratteri' }),
    quanti: z.int({ error: 'Serve un numero intero' }).min(0, { error: 'Da 0 in su' }).max(10_000_000, { error: 'Troppi' }),
    /** Names of the columns, or keys of the records. */
    quali: z
      .array(z.string({ error: 'Serve un testo' }).max(200, { error: 'Al massimo 200 caratteri' }), { error: 'Serve un elenco' })
      .max(5000, { error: 'Al massimo 5000' })
      .default([]),
  },
  { error: 'Serve un oggetto con tipo, tabella, forma e quanti' },
);
export type TakingRequest = z.input<typeof takingRequest>;
