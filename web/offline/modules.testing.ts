import { offline as guasti } from '#web/screens/guasti/offline.ts';
import { offline as manutenzioni } from '#web/screens/manutenzioni/offline.ts';
import { offline as produzione } from '#web/screens/produzione/offline.ts';
import { joinModules } from './module.ts';

/** The portal's modules that keep something on the device. */
export const MODULES = joinModules([produzione, guasti, manutenzioni]);
