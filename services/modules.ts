import { REGISTERS, register, checkRegisters } from '#contracts/registers/index.ts';
import { accessoModule } from './modules/accesso/module.ts';
import { allegatiModule } from './modules/allegati/module.ts';
import { archivioModule } from './modules/archivio/module.ts';
import { documentazioneModule } from './modules/documentazione/module.ts';
import { esportaModule } from './modules/esporta/module.ts';
import { gruppiModule } from './modules/gruppi/module.ts';
import { macchinariModule } from './modules/macchinari/module.ts';
import type { Dependencies, Module } from './platform/module.ts';
import { noleggiModule } from './modules/noleggi/module.ts';
import { processiModule } from './modules/processi/module.ts';
import { qrcodeModule } from './modules/qrcode/module.ts';
import { registerModule } from './registers/register-module.ts';
import { referencesModule } from './registers/references.ts';
import { saluteModule } from './modules/salute/module.ts';
import { storicoModule } from './modules/storico/module.ts';
import { utentiModule } from './modules/utenti/module.ts';

/** Registers whose calls are the definition's and nothing more. */
const PLAIN_REGISTERS = ['tipologia', 'meccanici', 'elencoManutenzioni', 'cantieri', 'manutenzioni', 'accise'];

/** Every room of the portal. */
export function allModules(deps: Dependencies): Module[] {
  const plain = REGISTERS.filter((def) => PLAIN_REGISTERS.includes(def.path)).map((def) => registerModule(def, deps));
  const modules = [
    accessoModule(deps), utentiModule(deps), gruppiModule(deps), macchinariModule(deps), noleggiModule(deps), ...plain,
    referencesModule(deps), storicoModule(deps), archivioModule(deps), qrcodeModule(deps),
    allegatiModule(deps), esportaModule(deps), processiModule(deps), saluteModule(deps),
  ];
  checkModules(modules);
  return [...modules, documentazioneModule(modules)];
}

/** Everything that is wrong with registers and routes taken together stops the start, all at once. */
function checkModules(modules: readonly Module[]): void {
  const problems = checkRegisters();
  const routes = new Set(modules.flatMap((module) => module.routes.map((route) => `${route.method} ${route.path}`)));
  for (const { path } of REGISTERS) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      if (!routes.has(`${method} /api/${path}`)) problems.push(`${path}: no module answers ${method} /api/${path}`);
    }
  }
  for (const path of PLAIN_REGISTERS) if (!register(path)) problems.push(`${path}: no such register`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
