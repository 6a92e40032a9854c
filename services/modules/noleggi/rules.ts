import { DomainError } from '#contracts/core/errors.ts';
import { haFormaNoleggio, matricolaNoleggio, SEQUENZA_MATRICOLE } from '#contracts/modules/noleggi.ts';
import type { Comando, Dispatch, Mittente } from '#contracts/ports/dispatch.ts';
import { streamOf, type AnyRegister, type Valori } from '#contracts/core/define-register.ts';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi as registroNoleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { chiaveRecord, rileggi } from '#contracts/core/history.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { allineamento } from '#services/registers/align-sequence.ts';
import { collegaFile } from './link-file.ts';

const noleggi = registroNoleggi as AnyRegister;

type Dip = Pick<Dipendenze, 'store' | 'clock' | 'numeri' | 'letture' | 'files'>;

/**
 * The same dispatch, with what is the rentals' own: every rental gets its matricola here and keeps
 * it, whatever the body says; a period carries the matricola of its rental; a path written in a
 * child is tied to the file it names. No machine takes a name of the rentals' form, since the
 * folder of the archive is the matricola.
 */
export function conRegoleNoleggi(dip: Dip, dispatch: Dispatch): Dispatch {
  const allinea = allineamento(dip);
  return async (comando, mittente) => {
    switch (comando.registro) {
      case noleggi.path: {
        if (comando.azione !== 'crea') return dispatch(senza(comando, ['matricola', 'n_matricola']), mittente);
        await allinea(noleggi, 'n_matricola', SEQUENZA_MATRICOLE);
        return dispatch(await numerato(dip, comando, mittente), mittente);
      }
      case storicoNoleggi.path: {
        const completo = comando.azione === 'crea' ? await conMatricola(dip, comando) : senza(comando, ['matricola']);
        return collegaFile(dip, completo, mittente, await dispatch(completo, mittente));
      }
      case fotoNoleggi.path:
        return collegaFile(dip, comando, mittente, await dispatch(comando, mittente));
      case macchinari.path:
        if (comando.azione === 'crea' && haFormaNoleggio(String(comando.chiave).trim())) throw riservata();
        return dispatch(comando, mittente);
      default:
        return dispatch(comando, mittente);
    }
  };
}

/** The number belongs to the command: asked again, the same one; given once, never to another. */
async function numerato({ numeri }: Dip, comando: Comando, { commandId }: Mittente): Promise<Comando> {
  const numero = await numeri.riserva(SEQUENZA_MATRICOLE, commandId);
  return { ...comando, valori: { ...comando.valori, matricola: matricolaNoleggio(numero), n_matricola: numero } };
}

async function conMatricola({ store }: Dip, comando: Comando): Promise<Comando> {
  const senzaMatricola = senza(comando, ['matricola']);
  const id = comando.valori?.[storicoNoleggi.parent?.field ?? ''];
  if (id === null || id === undefined) return senzaMatricola;
  const padre = rileggi(await store.read(streamOf(noleggi, id))).get(chiaveRecord(noleggi.path, id));
  return { ...senzaMatricola, valori: { ...senzaMatricola.valori, matricola: padre?.valori['matricola'] ?? null } };
}

function senza(comando: Comando, campi: readonly string[]): Comando {
  if (!comando.valori) return comando;
  const valori: Valori = Object.fromEntries(Object.entries(comando.valori).filter(([campo]) => !campi.includes(campo)));
  return { ...comando, valori };
}

function riservata(): DomainError {
  return new DomainError('RICHIESTA_NON_VALIDA', {
    messaggio: 'Le matricole con la N e cinque cifre sono dei noleggi.',
    errors: [{ campo: 'matricola', messaggio: 'Matricola riservata ai noleggi' }],
  });
}
