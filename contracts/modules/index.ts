import { defineModule, plainModule, type ModuleDefinition } from '../core/define-module.ts';
import { costi } from '../registers/costi.ts';
import { curveConsumo } from '../registers/curve-consumo.ts';
import { elencoManutenzioni } from '../registers/elenco-manutenzioni.ts';
import { lavorazioni } from '../registers/lavorazioni.ts';
import { mansioni } from '../registers/mansioni.ts';
import { manutenzioni } from '../registers/manutenzioni.ts';
import { meccanici } from '../registers/meccanici.ts';
import { operatore } from '../registers/operatore.ts';
import { referenti } from '../registers/referenti.ts';
import { tipologia } from '../registers/tipologia.ts';
import { tipologiaCosti } from '../registers/tipologia-costi.ts';
import { wbs } from '../registers/wbs.ts';
import { acciseDefinition } from './accise/accise.module.ts';
import { cantieriDefinition } from './cantieri.module.ts';
import { commentiDefinition } from './commenti/commenti.module.ts';
import { contabilitaDefinition } from './contabilita/contabilita.module.ts';
import { demoDefinition } from './demo.module.ts';
import { gruppiDefinition } from './gruppi.module.ts';
import { guastiDefinition } from './guasti/guasti.module.ts';
import { macchinariDefinition } from './macchinari.module.ts';
import { noleggiDefinition } from './noleggi.module.ts';
import { personaleDefinition } from './personale.module.ts';
import { produzioneDefinition } from './produzione.module.ts';
import { scadenzeDefinition } from './scadenze/scadenze.module.ts';
import { utentiDefinition } from './utenti.module.ts';

/**
 * Definitions of all modules, shared by server and browser. Only the composition root imports this list; other code receives a catalogue.
 */
export const MODULES: readonly ModuleDefinition[] = [
  plainModule(tipologia),
  plainModule(meccanici),
  plainModule(elencoManutenzioni),
  plainModule(referenti),
  plainModule(lavorazioni),
  plainModule(wbs),
  plainModule(operatore),
  plainModule(tipologiaCosti),
  plainModule(mansioni),
  cantieriDefinition,
  produzioneDefinition,
  plainModule(costi),
  macchinariDefinition,
  defineModule({ name: 'manutenzioni', registers: [manutenzioni] }),
  guastiDefinition,
  acciseDefinition,
  plainModule(curveConsumo),
  noleggiDefinition,
  personaleDefinition,
  gruppiDefinition,
  utentiDefinition,
  scadenzeDefinition,
  contabilitaDefinition,
  commentiDefinition,
  defineModule({ name: 'posta' }),
  defineModule({ name: 'cerca' }),
  defineModule({ name: 'novita' }),
  defineModule({ name: 'viste' }),
  defineModule({ name: 'sigilli' }),
  demoDefinition,
];
