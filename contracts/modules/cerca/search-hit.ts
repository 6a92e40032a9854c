/** A record found by `GET api/cerca`. */
export interface SearchHit {
  tabella: string;
  /** Name of the register, such as "macchinari". */
  etichetta: string;
  id: string;
  titolo: string;
  /** Further values that tell records of the same title apart. */
  sotto: string;
  /** Browser address of the record's screen; for a child record, its parent's. */
  indirizzo: string;
}

/** Maximum number of recently opened records that a request may name. */
export const MAX_RECENT = 20;

/** Registers in the order of the menu, by which results of equal rank are sorted. Others follow in the catalogue's order. */
export const MENU_ORDER: readonly string[] = [
  'produzione_padre',
  'costi',
  'macchinari',
  'accise',
  'manutenzioni',
  'guasti',
  'noleggi',
  'personale',
  'cantieri',
  'lavorazioni',
  'wbs',
  'referenti',
  'tipologia_costi',
  'elencoManutenzioni',
  'tipologia',
  'meccanici',
  'curve_consumo',
  'mansioni',
  'operatore',
  'tipi_documento',
  'requisiti',
  'documenti_ditta',
];
