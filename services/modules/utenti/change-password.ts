import { DomainError } from '#contracts/core/errors.ts';
import type { Mittente } from '#contracts/ports/dispatch.ts';
import { chiaveRecord } from '#contracts/core/history.ts';
import { concorrenza } from '#services/platform/identity/limit.ts';
import { cambiaCredenziali, hashDi } from '#services/platform/identity/credentials.ts';
import { cifra, verifica } from '#services/platform/identity/password.ts';
import { commandIdDerivato, esegui, type Eseguito } from '#services/registers/command-handling.ts';
import type { Dipendenze } from '#services/platform/module.ts';

// the transaction stays open while the fact is recorded over another connection: more than one at a
// time could take every connection and wait for ever
const turno = concorrenza(1);

/**
 * A new password: credentials and sessions in one transaction, which commits only once the fact is
 * recorded (that it changed and by whom, never what). `null` when it is the password already.
 */
export async function cambiaPassword(dip: Pick<Dipendenze, 'store' | 'clock' | 'scritture'>, memberID: string, digest: string, mittente: Mittente): Promise<Eseguito | null> {
  if (await verifica(digest, await hashDi(dip.scritture, memberID))) return null;
  const hash = await cifra(digest);
  return turno(() => dip.scritture.transaction().execute(async (tx) => {
    await cambiaCredenziali(tx, memberID, hash, dip.clock.now());
    return esegui(dip, {
      stream: `users-${memberID}`,
      mittente: { ...mittente, commandId: commandIdDerivato(mittente.commandId, 'password') },
      decidi: (stato) => {
        if (!stato.get(chiaveRecord('users', memberID))?.esiste) throw new DomainError('SCONOSCIUTO');
        return [{ type: 'PasswordCambiata.v1', data: { memberID } }];
      },
    });
  }));
}
