import type { AnyRegister } from '../../core/define-register.ts';
import { macchinari } from '../../registers/macchinari.ts';
import { noleggi } from '../../registers/noleggi.ts';
import { personale } from '../../registers/personale.ts';
import type { Soggetto } from './document-kind.ts';

/** The register whose records have the documents of a subject; the firm's have one of their own. */
export const REGISTER_OF: Readonly<Record<Exclude<Soggetto, 'ditta'>, AnyRegister>> = {
  macchina: macchinari,
  noleggio: noleggi,
  lavoratore: personale,
};
