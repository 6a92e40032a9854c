import { REGISTRI, registro, verificaRegistri } from '#contracts/registri/index.ts';
import { moduloAccesso } from './accesso/modulo.ts';
import { moduloAllegati } from './allegati/modulo.ts';
import { moduloArchivio } from './archivio/modulo.ts';
import { moduloDocumentazione } from './documentazione/modulo.ts';
import { moduloEsporta } from './esporta/modulo.ts';
import { moduloGruppi } from './gruppi/modulo.ts';
import { moduloMacchinari } from './macchinari/modulo.ts';
import type { Dipendenze, Module } from './module.ts';
import { moduloNoleggi } from './noleggi/modulo.ts';
import { moduloProcessi } from './processi/modulo.ts';
import { moduloQrcode } from './qrcode/modulo.ts';
import { registerModule } from './registri/register-module.ts';
import { moduloRiferimenti } from './registri/riferimenti.ts';
import { moduloSalute } from './salute/modulo.ts';
import { moduloStorico } from './storico/modulo.ts';
import { moduloUtenti } from './utenti/modulo.ts';

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
