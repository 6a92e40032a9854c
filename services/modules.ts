import { acciseModule } from './modules/accise/module.ts';
import { accessoModule } from './modules/accesso/module.ts';
import { accessiModule } from './modules/accessi/module.ts';
import { amministrazioneModule } from './modules/amministrazione/module.ts';
import { andamentoModule } from './modules/andamento/module.ts';
import { analisiModule } from './modules/analisi/module.ts';
import { allegatiModule } from './modules/allegati/module.ts';
import { archivioModule } from './modules/archivio/module.ts';
import { calendarioModule } from './modules/calendario/module.ts';
import { cantieriModule } from './modules/cantieri/module.ts';
import { cercaModule } from './modules/cerca/module.ts';
import { commentiModule } from './modules/commenti/module.ts';
import { contabilitaLavoratoriModule } from './modules/contabilita-lavoratori/module.ts';
import { documentazioneModule } from './modules/documentazione/module.ts';
import { esportaModule } from './modules/esporta/module.ts';
import { gruppiModule } from './modules/gruppi/module.ts';
import { guastiModule } from './modules/guasti/module.ts';
import { importaModule } from './modules/importa/module.ts';
import { macchinariModule } from './modules/macchinari/module.ts';
import { manutenzioniModule } from './modules/manutenzioni/module.ts';
import { modificheModule } from './modules/modifiche/module.ts';
import { permessiModule } from './modules/permessi/module.ts';
import { noleggiModule } from './modules/noleggi/module.ts';
import { novitaModule } from './modules/novita/module.ts';
import { postaModule } from './modules/posta/module.ts';
import { personaleModule } from './modules/personale/module.ts';
import { processiModule } from './modules/processi/module.ts';
import { produzioneModule } from './modules/produzione/module.ts';
import { qrcodeModule } from './modules/qrcode/module.ts';
import { saluteModule } from './modules/salute/module.ts';
import { scadenzeModule } from './modules/scadenze/module.ts';
import { sigilliModule } from './modules/sigilli/module.ts';
import { storicoModule } from './modules/storico/module.ts';
import { utentiModule } from './modules/utenti/module.ts';
import { visteModule } from './modules/viste/module.ts';
import { portalLock } from './platform/concurrency/portal-lock.ts';
import type { Dependencies, Module, Parts, Rule } from './platform/module.ts';
import { checkModules } from './registers/check-modules.ts';
import { createDispatch, type Seam } from './registers/dispatch.ts';
import { fileOwners } from './registers/file-owner.ts';
import { referencesModule } from './registers/references.ts';
import { registerModule } from './registers/register-module.ts';
import { createRehearse } from './registers/rehearsal.ts';
import { sameKeyModule } from './registers/same-key.ts';

/** Creates all modules of the portal. The archive asks them in this order for the owner of a path. */
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
  sameKeyModule(deps),
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
 * Creates the modules and their dependencies. The dispatch gets the modules' rules, the archive their file owners. Throws one error that
 * lists every problem.
 */
export function assemble(parts: Parts): { deps: Dependencies; modules: Module[] } {
  const withLock = parts.writeDb && portalLock(parts.writeDb);
  let seam: Seam = { rules: [], commands: [], withLock };
  let files: ReturnType<Parameters<typeof fileOwners>[0]> = [];
  const deps: Dependencies = {
    ...parts,
    withLock,
    dispatch: createDispatch(parts, () => seam),
    owners: fileOwners(() => files),
    rulesOf: (def) => seam.rules.filter(({ registers }) => registers.some(({ path }) => path === def.path)),
    rehearse: createRehearse(
      () => deps,
      (over) => modulesOf(over).flatMap(({ rules }) => rules ?? []),
    ),
  };
  const modules = modulesOf(deps);
  seam = { rules: modules.flatMap((module) => module.rules ?? []), commands: modules.flatMap((module) => module.commands ?? []), withLock };
  files = modules.flatMap((module) => module.files ?? []);
  const problems = checkModules(parts.catalogue, modules);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  parts.jobs.define(modules.flatMap((module) => (module.jobs ?? []).map(({ definition }) => definition)));
  return { deps, modules: [...modules, documentazioneModule(parts, modules)] };
}

/** Creates the rules of all modules over other dependencies than the portal's own. */
export const rulesOver = (parts: Parts): readonly Rule[] => assemble(parts).modules.flatMap(({ rules }) => rules ?? []);
