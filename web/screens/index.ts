import { catalogue } from '#web/catalogue.ts';
import { accise } from './accise/index.ts';
import { admin } from './admin/index.ts';
import { archivio } from './archivio/index.ts';
import type { ScreenFolder } from './screen-folder.ts';
import { cantieri } from './cantieri/index.ts';
import { commenti } from './commenti/index.ts';
import { contabilitaLavoratori } from './contabilita-lavoratori/index.ts';
import { costi } from './costi/index.ts';
import { daInviare } from './da-inviare/index.ts';
import { etichette } from './etichette/index.ts';
import { guasti } from './guasti/index.ts';
import { home } from './home/index.ts';
import { importa } from './importa/index.ts';
import { lavorazioni } from './lavorazioni/index.ts';
import { macchinari } from './macchinari/index.ts';
import { manutenzioni } from './manutenzioni/index.ts';
import { membership } from './membership/index.ts';
import { noleggi } from './noleggi/index.ts';
import { operatore } from './operatore/index.ts';
import { personale } from './personale/index.ts';
import { plain } from './plain/index.ts';
import { posta } from './posta/index.ts';
import { produzione } from './produzione/index.ts';
import { publicPages } from './public/index.ts';
import { putTogether } from './put-together.ts';
import { report } from './report/index.ts';
import { scadenze } from './scadenze/index.ts';
import { scansiona } from './scansiona/index.ts';
import { stampa } from './stampa/index.ts';
import { storico } from './storico/index.ts';
import { tabellaXls } from './tabellaxls/index.ts';
import { tipiDocumento } from './tipi-documento/index.ts';

/** Contributions of all folders of screens. */
export const FOLDERS: readonly ScreenFolder[] = [
  accise,
  admin,
  archivio,
  cantieri,
  commenti,
  contabilitaLavoratori,
  costi,
  daInviare,
  etichette,
  guasti,
  home,
  importa,
  lavorazioni,
  macchinari,
  manutenzioni,
  membership,
  noleggi,
  operatore,
  personale,
  plain,
  posta,
  produzione,
  publicPages,
  report,
  scadenze,
  scansiona,
  stampa,
  storico,
  tabellaXls,
  tipiDocumento,
];

/** The portal behind the login, assembled from all folders. */
export const PORTAL = putTogether(FOLDERS, catalogue.registers);
