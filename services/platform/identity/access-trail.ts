import type { AccessKind } from '#contracts/core/access-kinds.ts';
import type { Dependencies } from '../module.ts';

type Deps = Pick<Dependencies, 'writeDb' | 'clock' | 'log'>;

export interface AccessEntry {
  tipo: AccessKind;
  /** User name, as it was typed where nobody signed in. */
  utente: string | null;
  indirizzo: string | null;
  /** Method and path as they are written in the code: they name no record. */
  cosa: string;
  /** Whom it was done to, where that is somebody else. */
  riguarda?: string;
}

const LONGEST_NAME = 100;

/** Notes who came in, who was refused. A table that cannot be written keeps nobody from working. */
export async function recordAccess({ writeDb, clock, log }: Deps, { tipo, utente, indirizzo, cosa, riguarda }: AccessEntry): Promise<void> {
  // the operator's log tells of it without naming anybody
  log.info({ tipo, cosa }, 'accesso');
  try {
    await writeDb
      .withSchema('public')
      .insertInto('accessi')
      .values({
        quando: clock.now(),
        tipo,
        utente: utente?.slice(0, LONGEST_NAME) ?? null,
        indirizzo,
        cosa: riguarda === undefined ? cosa : `${cosa}: ${riguarda}`,
      })
      .execute();
  } catch (error) {
    log.error({ errore: error instanceof Error ? error.name : 'sconosciuto' }, 'accesso non annotato');
  }
}
