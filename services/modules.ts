import { declareAccise, acciseModule } from './modules/accise/module.ts';
import { declareAccesso, accessoModule } from './modules/accesso/module.ts';
import { accessiModule } from './modules/accessi/module.ts';
import { amministrazioneModule } from './modules/amministrazione/module.ts';
import { andamentoModule } from './modules/andamento/module.ts';
import { analisiModule } from './modules/analisi/module.ts';
import { allegatiModule } from './modules/allegati/module.ts';
import { archivioModule } from './modules/archivio/module.ts';
import { calendarioModule } from './modules/calendario/module.ts';
import { declareCantieri, cantieriModule } from './modules/cantieri/module.ts';
import { cercaModule } from './modules/cerca/module.ts';
import { declareCommenti, commentiModule } from './modules/commenti/module.ts';
import { contabilitaLavoratoriModule } from './modules/contabilita-lavoratori/module.ts';
import { documentazioneModule } from './modules/documentazione/module.ts';
import { esportaModule } from './modules/esporta/module.ts';
import { gruppiModule } from './modules/gruppi/module.ts';
import { declareGuasti, guastiModule } from './modules/guasti/module.ts';
import { importaModule } from './modules/importa/module.ts';
import { declareMacchinari, macchinariModule } from './modules/macchinari/module.ts';
import { declareManutenzioni, manutenzioniModule } from './modules/manutenzioni/module.ts';
import { modificheModule } from './modules/modifiche/module.ts';
import { permessiModule } from './modules/permessi/module.ts';
import { declareNoleggi, noleggiModule } from './modules/noleggi/module.ts';
import { novitaModule } from './modules/novita/module.ts';
import { postaModule } from './modules/posta/module.ts';
import { declarePersonale, personaleModule } from './modules/personale/module.ts';
import { processiModule } from './modules/processi/module.ts';
import { declareProduzione, produzioneModule } from './modules/produzione/module.ts';
import { qrcodeModule } from './modules/qrcode/module.ts';
import { saluteModule } from './modules/salute/module.ts';
import { declareScadenze, scadenzeModule } from './modules/scadenze/module.ts';
import { sigilliModule } from './modules/sigilli/module.ts';
import { storicoModule } from './modules/storico/module.ts';
import { declareUtenti, utentiModule } from './modules/utenti/module.ts';
import { visteModule } from './modules/viste/module.ts';
import { portalLock } from './platform/concurrency/portal-lock.ts';
import type { Declaration, Dependencies, Module, Parts, Rule } from './platform/module.ts';
import { checkModules } from './registers/check-modules.ts';
import { createDispatch } from './registers/dispatch.ts';
import { fileOwners } from './registers/file-owner.ts';
import { referencesModule } from './registers/references.ts';
import { registerModule } from './registers/register-module.ts';
import { createRehearse } from './registers/rehearsal.ts';
import { declareSameKey } from './registers/same-key.ts';

/** Creates what the modules declare. The archive asks them in this order for the owner of a path. */
const declarationsOf = (parts: Parts): Declaration[] => [
  declareAccesso(parts),
  declareUtenti(),
  declarePersonale(parts),
  declareNoleggi(parts),
  declareManutenzioni(parts),
  declareGuasti(parts),
  declareMacchinari(parts),
  declareCantieri(parts),
  declareProduzione(parts),
  declareScadenze(parts),
  declareAccise(parts),
  declareSameKey(parts),
  declareCommenti(parts),
];

/** Creates all modules of the portal. */
const modulesOf = (deps: Dependencies): Module[] => [
  accessoModule(deps),
  utentiModule(deps),
  gruppiModule(deps),
  permessiModule(deps),
  personaleModule(deps),
  noleggiModule(deps),
  manutenzioniModule(deps),
  guastiModule(deps),
  macchinariModule(deps),
  cantieriModule(deps),
  produzioneModule(deps),
  scadenzeModule(deps),
  andamentoModule(deps),
  calendarioModule(deps),
  acciseModule(deps),
  ...plainModules(deps),
  referencesModule(deps),
  storicoModule(deps),
  archivioModule(deps),
  qrcodeModule(deps),
  allegatiModule(deps),
  esportaModule(deps),
  importaModule(deps),
  modificheModule(deps),
  analisiModule(deps),
  contabilitaLavoratoriModule(deps),
  postaModule(deps),
  processiModule(deps),
  cercaModule(deps),
  commentiModule(deps),
  novitaModule(deps),
  visteModule(deps),
  amministrazioneModule(deps),
  accessiModule(deps),
  sigilliModule(deps),
  saluteModule(deps),
];

/** Creates the modules that consist of a register only. */
const plainModules = (deps: Dependencies): Module[] =>
  deps.catalogue.modules.filter(({ plain }) => plain).flatMap(({ registers = [] }) => registers.map((def) => registerModule(def, deps)));

/**
 * Creates the modules and their dependencies: first what they declare, then the dispatch that applies it, then their routes and background
 * work, which use the dispatch. Throws one error that lists every problem.
 */
export function assemble(parts: Parts): { deps: Dependencies; modules: Module[] } {
  const declarations = declarationsOf(parts);
  const rules = declarations.flatMap((one) => one.rules ?? []);
  const commands = declarations.flatMap((one) => one.commands ?? []);
  const withLock = parts.writeDb && portalLock(parts.writeDb);
  const deps: Dependencies = {
    ...parts,
    withLock,
    dispatch: createDispatch(parts, { rules, commands, withLock }),
    owners: fileOwners(declarations.flatMap((one) => one.files ?? [])),
    rulesOf: (def) => rules.filter(({ registers }) => registers.some(({ path }) => path === def.path)),
    rehearse: createRehearse(parts, rulesOver),
  };
  const modules = modulesOf(deps);
  const problems = checkModules(parts.catalogue, modules, declarations);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  parts.jobs.define(modules.flatMap((module) => (module.jobs ?? []).map(({ definition }) => definition)));
  return { deps, modules: [...modules, documentazioneModule(parts, modules)] };
}

/** Creates the rules of all modules over other parts than the portal's own. */
export const rulesOver = (parts: Parts): readonly Rule[] => declarationsOf(parts).flatMap(({ rules }) => rules ?? []);
