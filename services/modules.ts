import { REGISTRI, registro, verificaRegistri } from '#contracts/registers/index.ts';
import { moduloAccesso } from './modules/accesso/module.ts';
import { moduloAllegati } from './modules/allegati/module.ts';
import { moduloArchivio } from './modules/archivio/module.ts';
import { moduloDocumentazione } from './modules/documentazione/module.ts';
import { moduloEsporta } from './modules/esporta/module.ts';
import { moduloGruppi } from './modules/gruppi/module.ts';
import { moduloMacchinari } from './modules/macchinari/module.ts';
import type { Dipendenze, Module } from './platform/module.ts';
import { moduloNoleggi } from './modules/noleggi/module.ts';
import { moduloProcessi } from './modules/processi/module.ts';
import { moduloQrcode } from './modules/qrcode/module.ts';
import { registerModule } from './registers/register-module.ts';
import { moduloRiferimenti } from './registers/references.ts';
import { moduloSalute } from './modules/salute/module.ts';
import { moduloStorico } from './modules/storico/module.ts';
import { moduloUtenti } from './modules/utenti/module.ts';

/** Registers whose calls are the definition's and nothing more. */
const SOLO_REGISTRI = ['tipologia', 'meccanici', 'elencoManutenzioni', 'cantieri', 'manutenzioni', 'accise'];

/** Every room of the portal. */
export function tuttiIModuli(dip: Dipendenze): Module[] {
  const semplici = REGISTRI.filter((def) => SOLO_REGISTRI.includes(def.path)).map((def) => registerModule(def, dip));
  const moduli = [
    moduloAccesso(dip), moduloUtenti(dip), moduloGruppi(dip), moduloMacchinari(dip), moduloNoleggi(dip), ...semplici,
    moduloRiferimenti(dip), moduloStorico(dip), moduloArchivio(dip), moduloQrcode(dip),
    moduloAllegati(dip), moduloEsporta(dip), moduloProcessi(dip), moduloSalute(dip),
  ];
  verificaModuli(moduli);
  return [...moduli, moduloDocumentazione(moduli)];
}

/** Everything that is wrong with registers and routes taken together stops the start, all at once. */
function verificaModuli(moduli: readonly Module[]): void {
  const problemi = verificaRegistri();
  const rotte = new Set(moduli.flatMap((modulo) => modulo.rotte.map((rotta) => `${rotta.metodo} ${rotta.path}`)));
  for (const { path } of REGISTRI) {
    for (const metodo of ['GET', 'POST', 'PUT', 'DELETE']) {
      if (!rotte.has(`${metodo} /api/${path}`)) problemi.push(`${path}: no module answers ${metodo} /api/${path}`);
    }
  }
  for (const path of SOLO_REGISTRI) if (!registro(path)) problemi.push(`${path}: no such register`);
  if (problemi.length > 0) throw new Error(problemi.join('\n'));
}
