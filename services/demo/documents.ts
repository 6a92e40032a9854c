import { addDays } from '#contracts/core/dates.ts';
import { campiFile } from '#contracts/core/documents.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { caso, type Caso } from './random.ts';
import { modifica, type MacchinaDemo } from './macchinari.ts';
import { alle, type Voce } from './entries.ts';

const CAMPI = campiFile(macchinari as unknown as AnyRegister).filter((c) => c.kind === 'document');

/** How often a machine has a document, by field; what lifts or has a plate must have its own. */
function probabilita(campo: string, { modello }: MacchinaDemo): number {
  const perCampo: Record<string, number> = {
    documenti_ce: 0.95, documenti_cdc: modello.targa ? 1 : 0, documenti_cdp: modello.targa ? 0.9 : 0.1, packingList: 0.15,
    documenti_ass: modello.targa || modello.tipologia === 'Perforatrice' ? 1 : 0.5, documenti_usoman: 0.9, documenti_catric: 0.6,
    documenti_schel: 0.45, documenti_schidr: 0.45, documenti_schpneu: 0.2, documenti_fattura: 0.75, varie1: 0.5,
    varie2: modello.sollevamento ? 1 : 0, varie3: modello.sollevamento ? 1 : 0.25,
  };
  return perCampo[campo] ?? 0;
}

/** About one expiry in nine is past, one in eight is soon. */
export function scadenza(oggi: string, c: Caso): string {
  const n = c.numero();
  if (n < 0.07) return addDays(oggi, -c.intero(0, 45));
  if (n < 0.19) return addDays(oggi, c.intero(1, 30));
  return addDays(oggi, c.intero(31, 364));
}

/** What was uploaded for a machine, and the deadlines set and renewed with it. */
export function documentiDemo(macchina: MacchinaDemo, oggi: string, indice: number): Voce[] {
  const { matricola, modello } = macchina;
  const c = caso(`documenti-${matricola}`);
  const ingresso = addDays(oggi, -730 + (indice % 20));
  const voci: Voce[] = [];
  const carica = (campo: string, titolo: string, giorno: string, riga: string): Voce => ({
    at: alle(giorno, c.intero(0, 500)), utente: c.uno(['direzione', 'admin', 'capo']),
    documento: { matricola, campo, titolo, righe: [`Macchina ${matricola}`, `${modello.marca} ${modello.modello}`, riga, 'Documento dimostrativo'] },
  });
  for (const { campo, etichetta, ...field } of CAMPI) {
    if (!c.vero(probabilita(campo, macchina))) continue;
    if (field.kind !== 'document' || !field.scadenza) {
      voci.push(carica(campo, etichetta, addDays(ingresso, c.intero(0, 60)), `Emesso il ${ingresso}`));
      continue;
    }
    const fine = scadenza(oggi, c);
    const rinnovo = addDays(fine, -365);
    if (rinnovo > ingresso) {
      voci.push(carica(campo, etichetta, ingresso, `Valido fino al ${rinnovo}`), modifica(matricola, addDays(ingresso, 1), indice, { [field.scadenza]: rinnovo }));
    }
    const giorno = rinnovo > ingresso ? addDays(rinnovo, -c.intero(1, 12)) : ingresso;
    voci.push(carica(campo, etichetta, giorno, `Valido fino al ${fine}`), modifica(matricola, addDays(giorno, 1), indice, { [field.scadenza]: fine }));
  }
  if (c.vero(0.8)) {
    voci.push({ at: alle(ingresso, c.intero(0, 500)), utente: 'capo', documento: { matricola, campo: 'foto', titolo: 'Foto', righe: [], foto: disegno(modello.tipologia) } });
  }
  return voci;
}

/** Which drawing of services/demo/foto shows this kind of machine. */
function disegno(tipologia: string): string {
  if (tipologia === 'Perforatrice') return 'perforatrice';
  if (tipologia === 'Silo') return 'silo';
  if (/scavatore|Gru cingolata/.test(tipologia)) return 'escavatore';
  if (/Autocarro|Autogru/.test(tipologia)) return 'autocarro';
  if (/Motocompressore|Gruppo|Torre|calcestruzzo/.test(tipologia)) return 'compressore';
  if (/Sollevatore|Piattaforma/.test(tipologia)) return 'sollevatore';
  return tipologia === 'Dumper' ? 'dumper' : 'impianto';
}
