import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, type Identity } from '../core/permissions.ts';

/** What is counted, whoever's lines they are. */
export type Figure =
  | 'perDay'
  | 'equipmentPerDay'
  | 'perSite'
  | 'perEquipment'
  | 'perOperator'
  | 'valuePerSite'
  | 'share'
  | 'averageValue'
  | 'averages'
  | 'highest'
  | 'lowest'
  | 'totalValue';

/** Of whose lines: everybody's, the person's own, or those a filter keeps of what the person may see. */
export type Reach = 'whole' | 'own' | 'filtered';

/** The operations of `GET api/analysis` (part 1, section 7). */
export const OPERAZIONI = {
  dataLavorazioni: ['perDay', 'whole'],
  dataAttrezzatura: ['equipmentPerDay', 'whole'],
  cantieriLavorazioni: ['perSite', 'whole'],
  attrezzatureLavorazioni: ['perEquipment', 'whole'],
  operatoreLavorazioni: ['perOperator', 'whole'],
  lavorazioniCommesse: ['valuePerSite', 'whole'],
  ProduzionePROD: ['share', 'whole'],
  ProduzioneAVG: ['averageValue', 'whole'],
  ProduzioneMedieAVG: ['averages', 'whole'],
  ProduzioneMAX: ['highest', 'whole'],
  ProduzioneMIN: ['lowest', 'whole'],
  ProduzioneSUM: ['totalValue', 'whole'],
  giornataNomeUtente: ['perDay', 'own'],
  giornataAttrezzatureNomeUtente: ['equipmentPerDay', 'own'],
  commesseNomeUtente: ['perSite', 'own'],
  attrezzatureNomeUtente: ['perEquipment', 'own'],
  operatoreNomeUtente: ['perOperator', 'own'],
  lavorazioniNomeUtente: ['valuePerSite', 'own'],
  UtenteProduzionePROD: ['share', 'own'],
  UtenteProduzioneAVG: ['averageValue', 'own'],
  UtenteProduzioneMediaAVG: ['averages', 'own'],
  UtenteProduzioneMAX: ['highest', 'own'],
  UtenteProduzioneMIN: ['lowest', 'own'],
  UtenteProduzioneSUM: ['totalValue', 'own'],
  FiltroProduzioneTorta: ['share', 'filtered'],
  FiltroProduzioneAVG: ['averageValue', 'filtered'],
  FiltroMediaProduzioneAVG: ['averages', 'filtered'],
  FiltroProduzioneMAX: ['highest', 'filtered'],
  FiltroProduzioneMIN: ['lowest', 'filtered'],
  FiltroProduzioneSUM: ['totalValue', 'filtered'],
} as const satisfies Record<string, readonly [Figure, Reach]>;

export type Operation = keyof typeof OPERAZIONI;

/** The operation that answers a figure in this reach. */
export function operationOf(figure: Figure, reach: Reach): Operation | undefined {
  return (Object.keys(OPERAZIONI) as Operation[]).find((name) => OPERAZIONI[name][0] === figure && OPERAZIONI[name][1] === reach);
}

/** Administrators and management see the whole firm; every other group its own production (part 1, section 6). */
export function seesWholeFirm({ groupID }: Pick<Identity, 'groupID'>): boolean {
  return groupID === GRUPPO_AMMINISTRATORI || groupID === GRUPPO_DIREZIONE;
}

/** An entry of `lavorazioni` of a day. `lavorazione` is null for a line standing still that only says why. */
export interface VoceGiorno {
  lavorazione: string | null;
  quantita: number;
  commessa: string | null;
  wbs: string | null;
  note: string | null;
  colore: string | null;
  committente: string | null;
  via: string | null;
}

/** An entry of `lavorazioni` of a site, of an equipment, of an equipment's day, of an operator. */
export interface VoceQuantita {
  lavorazione: string | null;
  quantita: number;
  colore: string | null;
}

/** An entry of `lavorazioni` of a work item: euro of a site. */
export interface VoceValore {
  lavorazione: string | null;
  commessa: string | null;
  produzione: number;
  colore: string | null;
}

/** The rows of each figure. `lavorazioni` is the JSON text of the entries; euro to the cent. */
export interface Righe {
  perDay: { date: string; lavorazioni: string };
  /** `somma`: of all units together; what has one unit is in `lavorazioni`. */
  equipmentPerDay: { date: string; attrezzatura: string | null; descrizione: string | null; somma: number; lavorazioni: string };
  perSite: { cantieri: string | null; committente: string | null; via: string | null; lavorazioni: string };
  perEquipment: { attrezzatura: string | null; descrizione: string | null; lavorazioni: string };
  perOperator: { operatore: string | null; lavorazioni: string };
  valuePerSite: { lavorazione: string | null; colore: string | null; lavorazioni: string };
  /** `produzione`: share in percent. */
  share: { lavorazione: string | null; value: number; produzione: number; colore: string | null };
  averageValue: { value: number };
  averages: { lavorazione: string | null; value: number; colore: string | null };
  highest: { lavorazione: string | null; value: number; date: string; colore: string | null };
  lowest: Righe['highest'];
  totalValue: { value: number };
}

/** A work item as charts draw it: its unit and its own colour. */
export interface LegendItem {
  lavorazione: string;
  um: string | null;
  colore: string | null;
}

/** Answer to several operations in one request. */
export interface AnalysisAnswer {
  data: { [O in Operation]?: Righe[(typeof OPERAZIONI)[O][0]][] };
  /** The work items of the rows. */
  lavorazioni: LegendItem[];
}
