import { z } from 'zod';

const text = (error: string, max = 500) =>
  z
    .string({ error })
    .trim()
    .min(1, { error })
    .max(max, { error: `Al massimo ${max} caratteri` });

/** Body of `POST api/scadenze/oscura`: the document of the chain, identified by path and version of its file, and the reason. */
export const erasureRequest = z.object(
  {
    soggetto: text('Serve il soggetto'),
    id: z.union([z.string(), z.number()], { error: 'Serve il record' }),
    tipo: text('Serve il tipo'),
    percorso: text('Serve il percorso', 2000),
    versione: z.int({ error: 'Serve la versione' }).min(1, { error: 'La prima versione è la 1' }).max(999_999_999),
    motivo: text('Serve il motivo')
      // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
      .refine((value) => !/[\u0000-\u001F\u007F-\u009F]/.test(value), { error: 'Contiene caratteri di controllo' }),
  },
  { error: 'Servono soggetto, id, tipo, percorso, versione e motivo' },
);
