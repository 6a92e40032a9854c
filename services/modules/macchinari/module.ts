import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, scope } from '#contracts/core/permissions.ts';
import { hasNoleggioForm } from '#contracts/modules/noleggi.ts';
import { PERSONALE_FOLDER } from '#contracts/core/archive-folders.ts';
import { DITTA_FOLDER } from '#contracts/modules/scadenze/document-kind.ts';
import { isTrusted, type Command } from '#contracts/ports/dispatch.ts';
import { datiMacchina } from '#contracts/registers/dati-macchina.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { readList } from '#projections/registers/register.queries.ts';
import { machineInScadenza } from '#projections/scadenze/scadenze.queries.ts';
import { logicalPath } from '#services/platform/files/logical-path.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Declaration, Dependencies, Module, Parts, Route, Rule } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { macchinariFiles } from './files.ts';

/** Declares the rules of machines, and the owner of their files. */
export const declareMacchinari = (deps: Parts): Declaration => ({
  name: 'macchinari',
  rules: [freeMatricola, folderOfItsOwn(deps)],
  files: [macchinariFiles(deps)],
});

/** Module of machines, their data and the rows of their maintenance plans. All three registers write to the stream of the machine. */
export function macchinariModule(deps: Dependencies): Module {
  const registers = [macchinari, datiMacchina, manutMacchinari];
  return {
    name: 'macchinari',
    routes: [...registers.flatMap((def) => registerModule(def, deps).routes), scadenzeRoute(deps)],
  };
}

/**
 * Rule that refuses a new machine with a reserved matricola. The matricola is also the name of the machine's folder in the archive. A
 * matricola that begins with a dot, has the form of a rental's or names a reserved folder is refused.
 */
const freeMatricola: Rule = {
  registers: [macchinari],
  complete(command) {
    const matricola = String(command.key).trim();
    if (command.action !== 'create') return command;
    if (matricola.startsWith('.'))
      throw reservedKey('I nomi che cominciano con un punto sono del sistema.', 'La matricola non può cominciare con un punto');
    if (hasNoleggioForm(matricola))
      throw reservedKey('Le matricole con la N e cinque cifre sono dei noleggi.', 'Matricola riservata ai noleggi');
    // a network share may not distinguish capitals, so the names are compared in capitals
    const taken = FOLDERS[matricola.normalize('NFC').toUpperCase()];
    if (taken) throw reservedKey(`${matricola.toUpperCase()} è la cartella ${taken}.`, `Matricola riservata: è la cartella ${taken}`);
    return command;
  },
};

/**
 * Creates the rule that refuses a new machine if its folder already exists in the archive with files. Only group 2 may create such a
 * machine; the history then records that the folder was adopted.
 */
const folderOfItsOwn = ({ files }: Pick<Dependencies, 'files'>): Rule => {
  const folderOf = (command: Command) => logicalPath(String(command.key).trim());
  return {
    registers: [macchinari],
    async complete(command, sender) {
      const asks = command.action === 'create' && !isTrusted(sender) && sender.identity.groupID === GRUPPO_AMMINISTRATORI;
      const adopts = asks && (await files.holdsFiles(folderOf(command))) === folderOf(command);
      return adopts
        ? { ...command, motivo: `adottata la cartella ${String(command.key)}, che era già nell’archivio con i suoi file` }
        : command;
    },
    async check(_transition, command, sender) {
      if (command.action !== 'create' || isTrusted(sender)) return;
      const existingFolder = await files.holdsFiles(folderOf(command));
      if (existingFolder === null) return;
      // a folder whose name differs in capitals or accent encoding is not found under the path of the new record
      if (existingFolder !== folderOf(command))
        throw new DomainError('CARTELLA_OCCUPATA', {
          message: `Nell’archivio c’è già la cartella «${existingFolder}» con dei file, il cui nome si legge come ${String(command.key)}: va prima rinominata o svuotata.`,
        });
      if (sender.identity.groupID !== GRUPPO_AMMINISTRATORI)
        throw new DomainError('CARTELLA_OCCUPATA', {
          message: `La cartella ${String(command.key)} è già nell’archivio e contiene dei file: solo un amministratore può adottarla.`,
        });
    },
  };
};

/** Reserved folders of the archive, with the Italian words that say whose files they hold. */
const FOLDERS: Readonly<Record<string, string>> = { [PERSONALE_FOLDER]: 'dei lavoratori', [DITTA_FOLDER]: 'della ditta' };

const reservedKey = (message: string, messaggio: string) =>
  new DomainError('RICHIESTA_NON_VALIDA', { message, errors: [{ campo: 'matricola', messaggio }] });

function scadenzeRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/scadenzaManutenzioni',
    permission: { access: macchinari.access, action: 'view' },
    description:
      'Le macchine con una manutenzione da fare: le ore attuali hanno raggiunto quelle della scadenza, o il piano la vuole entro oggi.',
    async handle(_req, res, context) {
      const identity = requireIdentity(context.identity);
      const rows = await machineInScadenza(deps.lists);
      if (scope(identity, macchinari.access, 'view') === 'all') return void res.json({ data: rows });
      const ownMachines = await readList(deps.lists, deps.catalogue, macchinari, {
        scope: 'own',
        utente: identity.memberID,
        today: romeDate(deps.clock.now()),
      });
      const matricole = new Set(ownMachines.rows.map((row) => row.matricola));
      res.json({ data: rows.filter((row) => matricole.has(row.matricola)) });
    },
  };
}
