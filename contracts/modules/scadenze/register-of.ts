import type { AnyRegister } from '../../core/define-register.ts';
import { macchinari } from '../../registers/macchinari.ts';
import { noleggi } from '../../registers/noleggi.ts';
import { personale } from '../../registers/personale.ts';
import type { Soggetto } from './document-kind.ts';

/** Registers whose records hold the documents of each subject; the firm's documents are records of a separate register. */
export const REGISTER_OF: Readonly<Record<Exclude<Soggetto, 'ditta'>, AnyRegister>> = {
  macchina: macchinari,
  noleggio: noleggi,
  lavoratore: personale,
};
