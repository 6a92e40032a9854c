import { guasti } from '#contracts/registers/guasti.ts';
import { puntiControllo } from '#contracts/registers/punti-controllo.ts';
import type { Declaration, Dependencies, Module, Parts } from '#services/platform/module.ts';
import { commandRoute } from '#services/registers/command-route.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { closeFault, linkMaintenance } from './commands.ts';
import { prepareRoute } from './maintenance.ts';
import { faultReactor, heldBackNotices } from './notice.ts';
import { faultFiles, photoRoute } from './photo.ts';
import { faultLimit, faultRule } from './rules.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { mailFault } from '#contracts/jobs/mail-fault.ts';
import { noticeHandler } from '#services/platform/mail/notice.handler.ts';

/** Declares the rules of faults, the commands that close one, and the owner of their photos. */
export const declareGuasti = (deps: Parts): Declaration => ({
  name: 'guasti',
  commands: [closeFault(deps.clock), linkMaintenance],
  rules: [faultRule(deps), faultLimit(deps)],
  files: [faultFiles(deps)],
});

/**
 * Module of faults and checks before use. People who see a machine may report its faults, and people who may change maintenance may close
 * faults.
 */
export function guastiModule(deps: Dependencies): Module {
  const close = closeFault(deps.clock);
  return {
    name: 'guasti',
    routes: [
      ...[guasti, puntiControllo].flatMap((def) => registerModule(def, deps).routes),
      commandRoute(close, deps, 'Chiude un guasto: non ferma più la sua macchina'),
      prepareRoute(deps),
      photoRoute(deps),
    ],
    reactors: [faultReactor(deps)],
    jobs: [job(mailFault, noticeHandler(deps, mailFault, 'Avviso di guasto inviato'))],
    periodic: [heldBackNotices(deps)],
  };
}
