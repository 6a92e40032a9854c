import { cantieri } from '#contracts/registers/cantieri.ts';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import type { Declaration, Dependencies, Module, Parts, Rule } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { mailInviata, mailRoute, previewRoute } from './mail.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { mailCantiere } from '#contracts/jobs/mail-cantiere.ts';
import { mailCantiereHandler } from './mail-cantiere.handler.ts';
import type { AnyRegister, Derivation, Values } from '#contracts/core/define-register.ts';
import { valuesOf } from '#contracts/core/typed-record.ts';
import { colorOf } from '#contracts/modules/cantieri.ts';
import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { referenti } from '#contracts/registers/referenti.ts';
import { wbs } from '#contracts/registers/wbs.ts';
import { completeReferences, type EntryFields } from '#services/registers/named-entry.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb'>;

const REFERENTE: EntryFields = { list: referenti, number: 'referente', text: 'referente_descrizione', value: 'Nome', leads: 'number' };
const WBS = { list: wbs, number: 'id_wbs', value: 'descrizione', leads: 'text' } as const;
const LAVORAZIONE: EntryFields = { list: lavorazioni, number: 'id_lavorazione', text: 'lavorazione', value: 'descrizione', leads: 'text' };

/** Rules of sites: an edited site gets a colour, and entries of master lists are stored with both number and text. */
function cantieriRules(deps: Deps): Rule[] {
  const named = (def: AnyRegister, entries: readonly EntryFields[]): Rule => ({
    registers: [def],
    // the portal's own commands rename an entry in the records that reference it, whose number stays
    complete: (command, { origine }) => (origine === 'sistema' ? command : completeReferences(deps, command, entries)),
  });
  return [
    named(cantieri, [REFERENTE]),
    named(cantieriWbs, [{ ...WBS, text: 'descrizione' }]),
    named(cantieriLavorazioni, [{ ...WBS, text: 'descrizione_wbs' }, LAVORAZIONE]),
    { registers: [cantieri], derive: async (_, { origine, commandId }) => (origine === 'sistema' ? null : colourDerivation(commandId)) },
  ];
}

const colourDerivation =
  (commandId: string): Derivation =>
  (after, before): Values =>
    before && !valuesOf(cantieri, after).colore ? { colore: colorOf(commandId) } : {};

/** Declares the rules of sites, and the command that records a mail about one. */
export const declareCantieri = (deps: Parts): Declaration => ({
  name: 'cantieri',
  commands: [mailInviata],
  rules: cantieriRules(deps),
});

/** Module of work sites with their wbs and priced work items, which are all in the stream of the site. */
export function cantieriModule(deps: Dependencies): Module {
  return {
    name: 'cantieri',
    routes: [
      ...[cantieri, cantieriWbs, cantieriLavorazioni].flatMap((def) => registerModule(def, deps).routes),
      mailRoute(deps),
      previewRoute(deps),
    ],
    jobs: [job(mailCantiere, mailCantiereHandler(deps))],
  };
}
