import { elencoManutenzioni } from '#contracts/registers/elenco-manutenzioni.ts';
import { mansioni } from '#contracts/registers/mansioni.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { referenti } from '#contracts/registers/referenti.ts';
import { tipologia } from '#contracts/registers/tipologia.ts';
import { tipologiaCosti } from '#contracts/registers/tipologia-costi.ts';
import { wbs } from '#contracts/registers/wbs.ts';
import type { ScreenFolder } from '../screen-folder.ts';

/** Registers whose list and detail are built from their definitions. */
export const plain: ScreenFolder = {
  registers: [
    { def: wbs, menu: { under: 'Anagrafiche, Cantieri', order: 30, label: 'Wbs', soloAdmin: true } },
    { def: referenti, menu: { under: 'Anagrafiche, Cantieri', order: 40, label: 'Referenti', soloAdmin: true } },
    { def: tipologiaCosti, menu: { under: 'Anagrafiche, Cantieri', order: 50, label: 'Costi', soloAdmin: true } },
    { def: elencoManutenzioni, menu: { under: 'Anagrafiche, Attrezzature', order: 10, label: 'Manutenzioni', soloAdmin: true } },
    { def: tipologia, menu: { under: 'Anagrafiche, Attrezzature', order: 20, label: 'Tipologie', soloAdmin: true } },
    { def: meccanici, menu: { under: 'Anagrafiche, Attrezzature', order: 30, label: 'Meccanici', soloAdmin: true } },
    { def: mansioni, menu: { under: 'Anagrafiche, Personale', order: 10, label: 'Mansioni', soloAdmin: true } },
  ],
};
