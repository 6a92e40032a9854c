import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, type Identity } from '../core/permissions.ts';

/** Figures of the analysis, regardless of whose lines are counted. */
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

/** Lines that count: those of everyone, the person's own, or those a filter keeps of the visible ones. */
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

/** Returns the operation that answers a figure for a reach. */
export function operationOf(figure: Figure, reach: Reach): Operation | undefined {
  return (Object.keys(OPERAZIONI) as Operation[]).find((name) => OPERAZIONI[name][0] === figure && OPERAZIONI[name][1] === reach);
}

/**
 * Checks whether the group sees the whole firm: administrators and management do; every other group sees its own production (part 1,
 * section 6).
 */
export function seesWholeFirm({ groupID }: Pick<Identity, 'groupID'>): boolean {
  return groupID === GRUPPO_AMMINISTRATORI || groupID === GRUPPO_DIREZIONE;
}

/** An entry of `lavorazioni` of a day. `lavorazione` is null for a standstill line that only gives the reason. */
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

/** An entry of `lavorazioni` of a site, an equipment, a day of an equipment, or an operator. */
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

/** Row types of the figures. `lavorazioni` is the JSON text of the entries; euro to the cent. */
export interface Righe {
  perDay: { date: string; lavorazioni: string };
  /** `somma`: sum of all units together; `lavorazioni` has the quantities by work item and unit. */
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

/** A work item in a chart's legend, with its unit and color. */
export interface LegendItem {
  lavorazione: string;
  um: string | null;
  colore: string | null;
}

/** Response for several operations in one request. */
export interface AnalysisAnswer {
  data: { [O in Operation]?: Righe[(typeof OPERAZIONI)[O][0]][] };
  /** The work items of the rows. */
  lavorazioni: LegendItem[];
}
