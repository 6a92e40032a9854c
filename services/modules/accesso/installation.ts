import { createHash, randomInt } from 'node:crypto';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, type Identita } from '#contracts/core/permissions.ts';
import type { Mittente } from '#contracts/ports/dispatch.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { chiaveRecord, rileggi } from '#contracts/core/history.ts';
import { commandIdDerivato, esegui, type Decisione } from '#services/registers/command-handling.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { ACCOUNT_DEMO } from '#services/platform/identity/demo-accounts.ts';
import { creaCredenziali, esistonoCredenziali, hashDi } from '#services/platform/identity/credentials.ts';
import { GRUPPI_INIZIALI, type GruppoIniziale } from './initial-groups.ts';
import { cifra } from '#services/platform/identity/password.ts';

type Dip = Pick<Dipendenze, 'config' | 'store' | 'clock' | 'numeri' | 'scritture' | 'dispatch'>;

const SISTEMA: Identita = { memberID: 'sistema', groupID: GRUPPO_AMMINISTRATORI, permessi: {} };
/** From which the commands of the installation get their ids: run again, they are the same commands. */
const INSTALLAZIONE = 'a1f0b3a2-54c5-4a1c-9a39-0f9a8c1c6d55';

/**
 * What a portal needs before its first login: the groups and, without demo, an administrator whose
 * password is given once. Idempotent, and whatever a crash left undone the next start completes.
 * `annuncia` is told the password before it counts: a start that fails afterwards has not lost it.
 */
export async function installa(dip: Dip, annuncia: (password: string, memberID: string) => void = () => {}): Promise<{ passwordIniziale: string | null }> {
  for (const gruppo of GRUPPI_INIZIALI) await creaGruppo(dip, gruppo);
  if (dip.config.DEMO && dip.config.NODE_ENV !== 'production') {
    await creaAccountDemo(dip);
    return { passwordIniziale: null };
  }
  return { passwordIniziale: await creaPrimoAmministratore(dip, annuncia) };
}

/** The four accounts of the demo; a password changed since stays changed. */
export async function creaAccountDemo(dip: Dip): Promise<void> {
  if (dip.config.NODE_ENV === 'production') throw new Error('Gli account demo non esistono in produzione');
  for (const { memberID, password, groupID, nome, citta } of ACCOUNT_DEMO) {
    if (await hashDi(dip.scritture, memberID) !== null) continue;
    if (!await creaUtente(dip, 'demo', memberID, { groupID, custom1: nome, custom3: citta })) continue;
    await creaCredenziali(dip.scritture, memberID, await cifra(md5(password)));
  }
}

/** Group and permissions in one append: there is never half a group. */
async function creaGruppo(dip: Dip, gruppo: GruppoIniziale): Promise<void> {
  const stream = `${groups.path}-${gruppo.groupID}`;
  if ((await dip.store.read(stream)).length > 0) return;
  await dip.numeri.almeno(groups.path, gruppo.groupID);
  const decisioni = await decisioniDi(dip, gruppo);
  await esegui(dip, { stream, mittente: mittente(stream, 'sistema'), decidi: (stato) => (stato.size > 0 ? [] : decisioni) });
}

async function decisioniDi({ numeri }: Dip, { groupID, name, description, permessi }: GruppoIniziale): Promise<Decisione[]> {
  const decisioni: Decisione[] = [{ type: groups.events.created, data: { groupID, name, description } }];
  for (const [tableName, livelli] of Object.entries(permessi)) {
    const permissionID = await numeri.riserva(groupsPermissions.path, commandIdDerivato(INSTALLAZIONE, `permesso ${groupID} ${tableName}`));
    decisioni.push({ type: groupsPermissions.events.created, data: { permissionID, groupID, tableName, ...livelli } });
  }
  return decisioni;
}

/** Only where nobody can log in at all. */
async function creaPrimoAmministratore(dip: Dip, annuncia: (password: string, memberID: string) => void): Promise<string | null> {
  if (await esistonoCredenziali(dip.scritture)) return null;
  const memberID = await primoAmministratore(dip);
  const password = passwordCasuale();
  const hash = await cifra(md5(password));
  return dip.scritture.transaction().execute(async (tx) => {
    // another start was quicker: its password is the one
    if (!await creaCredenziali(tx, memberID, hash)) return null;
    annuncia(password, memberID);
    return password;
  });
}

/** `admin`, or the next name where a log older than these credentials holds another `admin`. */
async function primoAmministratore(dip: Dip): Promise<string> {
  for (let n = 1; ; n += 1) {
    const memberID = n === 1 ? 'admin' : `admin-${n}`;
    if (await creaUtente(dip, 'sistema', memberID, { groupID: GRUPPO_AMMINISTRATORI, custom1: 'Amministratore' })) return memberID;
  }
}

/** True when the user exists in that group afterwards: one deleted or moved since stays so. */
async function creaUtente(dip: Dip, origine: 'sistema' | 'demo', memberID: string, valori: { groupID: number } & Record<string, string | number>): Promise<boolean> {
  const stream = `users-${memberID}`;
  const comando = { registro: 'users', azione: 'crea' as const, chiave: memberID, valori: { ...valori, signupDate: romeDate(dip.clock.now()) } };
  await dip.dispatch(comando, mittente(stream, origine)).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'DUPLICATO')) throw error;
  });
  const utente = rileggi(await dip.store.read(stream)).get(chiaveRecord('users', memberID));
  return utente?.esiste === true && utente.valori['groupID'] === valori.groupID;
}

function mittente(cosa: string, origine: 'sistema' | 'demo'): Mittente {
  const commandId = commandIdDerivato(INSTALLAZIONE, cosa);
  return { identita: SISTEMA, commandId, correlationId: commandId, origine };
}

/** Four groups of four letters and digits that are not mistaken for one another: 80 bits. */
function passwordCasuale(): string {
  const alfabeto = 'abcdefghijkmnpqrstuvwxyz23456789';
  const gruppo = () => Array.from({ length: 4 }, () => alfabeto[randomInt(alfabeto.length)]).join('');
  return Array.from({ length: 4 }, gruppo).join('-');
}

/** What the browser makes of a password. */
function md5(password: string): string {
  return createHash('md5').update(password, 'utf8').digest('hex');
}
