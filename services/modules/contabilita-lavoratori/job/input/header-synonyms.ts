import type { InputFile } from '#contracts/modules/contabilita/result.ts';

/** Splits a comma-separated list of normalised column names. */
const list = (names: string): string[] => names.split(',').map((name) => name.trim());

const BOTH = {
  matricola: list(
    'matricola, matr, n matricola, nr matricola, no matricola, num matricola, numero matricola, cod matricola, codice matricola, matricola dipendente, matricola dip, cod dipendente, codice dipendente, cod dip, codice dip, id dipendente, sel 1',
  ),
  nominativo: list(
    'nominativo, dipendente, cognome e nome, cognome nome, nome e cognome, nome cognome, lavoratore, nominativo dipendente, nome dipendente',
  ),
  cognome: ['cognome'],
  nome: ['nome'],
  azienda: list('azienda, cod azienda, codice azienda, cod az, ditta, cod ditta, codice ditta, societa, codice societa'),
  competenza: list(
    'competenza, mese competenza, mese di competenza, periodo, periodo competenza, periodo di competenza, data competenza, mese anno, anno mese, mensilita',
  ),
  mese: ['mese'],
  anno: list('anno, esercizio'),
  commessa: list(
    'commessa, cod commessa, codice commessa, n commessa, numero commessa, cantiere, cod cantiere, codice cantiere, commessa cantiere',
  ),
  centro_costo: list(
    'centro di costo, centro costo, centro, cod centro di costo, codice centro di costo, cod centro costo, codice centro costo, cdc, c d c, codice cdc, cod cdc',
  ),
};

const SYNONYMS = {
  bilMovDip: {
    ...BOTH,
    conto: list(
      'conto, cod conto, codice conto, conto contabile, codice conto contabile, n conto, nr conto, num conto, numero conto, sottoconto, codice sottoconto, conto coge, conto pdc',
    ),
    descrizione_conto: list(
      'descrizione conto, descr conto, des conto, desc conto, denominazione conto, descrizione, descr, descrizione sottoconto, voce, descrizione voce',
    ),
    tipo_conto: list('tipo conto, tipologia conto, natura conto, natura'),
    dare: list('dare, importo dare, imp dare, totale dare, tot dare, dare euro, dare eur, movimenti dare, mov dare'),
    avere: list('avere, importo avere, imp avere, totale avere, tot avere, avere euro, avere eur, movimenti avere, mov avere'),
    importo: list('importo, importo euro, importo eur, importo unico, importo movimento, costo, costo totale, costo azienda, valore'),
    segno: list('segno, d a, da, dare avere, codice dare avere, cod dare avere, sezione'),
  },
  ripartizioni: {
    ...BOTH,
    descrizione_commessa: list(
      'descrizione commessa, descr commessa, descrizione cantiere, descr cantiere, nome cantiere, descrizione centro di costo, descrizione',
    ),
    percentuale: list(
      'percentuale, perc, perc ripartizione, percentuale ripartizione, percentuale di ripartizione, perc di ripartizione, perc commessa, perc imputazione, percentuale imputazione, quota, quota perc',
    ),
    ore: list('ore, ore lavorate, n ore, nr ore, num ore, numero ore, ore totali, tot ore, totale ore, ore commessa, ore cantiere'),
  },
} as const;

export type Campo = keyof (typeof SYNONYMS)['bilMovDip'] | keyof (typeof SYNONYMS)['ripartizioni'];

const byName = (file: InputFile): ReadonlyMap<string, Campo> =>
  new Map(Object.entries(SYNONYMS[file]).flatMap(([campo, names]) => names.map((name) => [name, campo as Campo] as const)));

/** Fields by file and normalised column name. */
export const CAMPI: Readonly<Record<InputFile, ReadonlyMap<string, Campo>>> = {
  bilMovDip: byName('bilMovDip'),
  ripartizioni: byName('ripartizioni'),
};

/** Normalises a column name, so that names are equal if they differ only in case, accents and signs. */
export function normaliseHeader(cell: string): string {
  return cell
    .replaceAll('%', ' perc ')
    .replaceAll('€', ' euro ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}
