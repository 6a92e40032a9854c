import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import type { Comando, Dispatch, Mittente } from '#contracts/ports/dispatch.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { registro } from '#contracts/registers/index.ts';
import { chiaveRecord, evolvi, rileggi, type StatoRecord } from '#contracts/core/history.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { autorizza } from '#services/registers/authorise.ts';
import { decide } from '#services/registers/register.decider.ts';
import { haAltroAmministratore, haUtenti } from './accesso.queries.ts';
import { chiudiSessioniFuoriDalGruppo, eliminaCredenziali } from '#services/platform/identity/credentials.ts';
import { serratura } from '#services/platform/identity/global-lock.ts';

type Dip = Pick<Dipendenze, 'store' | 'letture' | 'scritture' | 'attesa'>;

/** A record before and after a command. */
interface Passaggio {
  chiave: string;
  prima: StatoRecord | undefined;
  dopo: StatoRecord | undefined;
}

/**
 * The same dispatch, with the rules that span users, groups and sessions. Every write of users and
 * groups goes through it, a restore from the history included: a group must exist, the last
 * administrator stays, only administrators touch administrators, and sessions end with the right
 * to them.
 */
export function conRegoleAccesso(dip: Dip, dispatch: Dispatch): Dispatch {
  const daSoli = serratura(dip.scritture);
  return async (comando, mittente) => {
    if (comando.registro === 'users') {
      return daSoli(async () => {
        const passaggio = await prevedi(dip, comando, mittente);
        if (passaggio) await verificaUtente(dip, passaggio, mittente);
        const esito = await dispatch(comando, mittente);
        await riconcilia(dip, String(esito.chiave));
        return esito;
      });
    }
    if (comando.registro === 'groups' && comando.azione === 'elimina') {
      return daSoli(async () => {
        const passaggio = await prevedi(dip, comando, mittente);
        if (passaggio) await verificaGruppoVuoto(dip, Number(passaggio.chiave));
        return dispatch(comando, mittente);
      });
    }
    return dispatch(comando, mittente);
  };
}

/** What the command would do, judged as dispatch will; `null` when it was already carried out. */
async function prevedi(dip: Dip, comando: Comando, mittente: Mittente): Promise<Passaggio | null> {
  const def = registro(comando.registro);
  const chiave = comando.chiave ?? '';
  if (!def) throw new DomainError('SCONOSCIUTO');
  const eventi = await dip.store.read(streamOf(def, chiave));
  if (eventi.some((event) => event.metadata.commandId === mittente.commandId)) return null;
  const stato = rileggi(eventi);
  const risolto = { ...comando, chiave };
  if (!diSistema(mittente)) autorizza(def, risolto, stato, mittente.identita);
  const metadata = { utente: mittente.identita.memberID, at: '' };
  const dopo = decide(def, risolto, stato, eventi)
    .reduce((s, decisione, i) => evolvi(s, { ...decisione, metadata, version: eventi.length + i + 1 }), stato);
  const record = chiaveRecord(def.path, chiave);
  return { chiave: String(chiave), prima: stato.get(record), dopo: dopo.get(record) };
}

async function verificaUtente(dip: Dip, passaggio: Passaggio, mittente: Mittente): Promise<void> {
  const { chiave, prima, dopo } = passaggio;
  const [era, diventa] = [gruppoDi(prima), gruppoDi(dopo)];
  if (!diSistema(mittente)) verificaPotere(passaggio, mittente);
  if (diventa !== null && diventa !== era) await verificaGruppo(dip, diventa);
  if (era !== GRUPPO_AMMINISTRATORI || diventa === GRUPPO_AMMINISTRATORI) return;
  await aggiornato(dip);
  if (!await haAltroAmministratore(dip.letture, chiave)) throw new DomainError('ULTIMO_AMMINISTRATORE');
}

/** A level on admin_page makes nobody an administrator, and moves nobody to another group by themselves. */
function verificaPotere({ chiave, prima, dopo }: Passaggio, { identita }: Mittente): void {
  if (identita.groupID === GRUPPO_AMMINISTRATORI) return;
  const [era, diventa] = [gruppoDi(prima), gruppoDi(dopo)];
  const amministratore = era === GRUPPO_AMMINISTRATORI || diventa === GRUPPO_AMMINISTRATORI;
  const proprioGruppo = chiave === identita.memberID && era !== diventa;
  if (amministratore || proprioGruppo) throw new DomainError('NON_PERMESSO');
}

/** 400 for a group that does not exist. */
async function verificaGruppo({ store }: Pick<Dip, 'store'>, groupID: number): Promise<void> {
  const gruppo = rileggi(await store.read(`groups-${groupID}`)).get(chiaveRecord('groups', groupID));
  if (!gruppo?.esiste) throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'groupID', messaggio: 'Il gruppo non esiste' }] });
}

async function verificaGruppoVuoto(dip: Dip, groupID: number): Promise<void> {
  await aggiornato(dip);
  if (await haUtenti(dip.letture, groupID)) throw new DomainError('GRUPPO_IN_USO');
}

/** The read tables hold all that was written: under the lock they can be trusted. */
async function aggiornato({ store, attesa }: Dip): Promise<void> {
  const testa = await store.head();
  if (testa !== null && !await attesa.finoA(testa)) throw new DomainError('NON_DISPONIBILE', { retryAfter: 2 });
}

/** Ends what the record no longer gives. From the record as it is now, so that a repeated command repairs an interrupted one. */
async function riconcilia({ store, scritture }: Dip, memberID: string): Promise<void> {
  const gruppo = gruppoDi(rileggi(await store.read(`users-${memberID}`)).get(chiaveRecord('users', memberID)));
  if (gruppo === null) await eliminaCredenziali(scritture, memberID);
  else await chiudiSessioniFuoriDalGruppo(scritture, memberID, gruppo);
}

/** `null` for a user that does not exist. */
function gruppoDi(record: StatoRecord | undefined): number | null {
  return record?.esiste ? Number(record.valori['groupID']) : null;
}

function diSistema({ origine }: Mittente): boolean {
  return origine === 'sistema' || origine === 'demo';
}
