import { z } from 'zod';

// oxlint-disable-next-line no-control-regex -- control characters are what it refuses
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/** A required line of text, at most 255 characters. */
export const shortText = z
  .string({ error: 'Serve un testo' })
  .trim()
  .min(1, { error: 'Campo obbligatorio' })
  .max(255, { error: 'Al massimo 255 caratteri' })
  .refine((t) => !CONTROL.test(t), { error: 'Contiene caratteri di controllo' });

/** A browser's token as it comes in; anything else becomes `null`. */
export const browserTokenIn = z
  .unknown()
  .optional()
  .transform((v) => (typeof v === 'string' && /^[\w-]{43}$/.test(v) ? v : null));
