import { parseArgs } from 'node:util';

export const RUOLI = ['api', 'projections', 'workers', 'all'] as const;
export type Ruolo = (typeof RUOLI)[number];

/** `--role api | projections | workers | all` (the default). Throws a sentence for anything else. */
export function leggiRuolo(argomenti: readonly string[]): Ruolo {
  let role: string | undefined;
  try {
    role = parseArgs({ args: [...argomenti], options: { role: { type: 'string' } }, strict: true }).values.role;
  } catch (error) {
    throw new Error(`Argomenti non validi: ${(error as Error).message}`, { cause: error });
  }
  const found = RUOLI.find((ruolo) => ruolo === (role ?? 'all'));
  if (!found) throw new Error(`--role ${role}: ruolo sconosciuto; i ruoli sono ${RUOLI.join(', ')}`);
  return found;
}
