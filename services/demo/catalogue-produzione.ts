/** What a ground-engineering firm does, per work item: unit, colour, usual price, what a crew makes in a day, and with what. */
export interface LavorazioneDemo {
  descrizione: string;
  um: string;
  colore: string;
  /** Euro per unit. */
  prezzo: number;
  /** Least and most in a day. */
  giorno: readonly [number, number];
  /** Kinds of machine that do it. */
  con: readonly string[];
}

export const LAVORAZIONI_DEMO: readonly LavorazioneDemo[] = [
  { descrizione: 'JET GROUTING', um: 'ml', colore: '#2C6E8C', prezzo: 62, giorno: [60, 210], con: ['Perforatrice', 'Pompa jet grouting'] },
  { descrizione: 'MICROPALI', um: 'ml', colore: '#B4632F', prezzo: 48.5, giorno: [45, 160], con: ['Perforatrice'] },
  { descrizione: 'PALI CFA', um: 'ml', colore: '#6A8546', prezzo: 71.25, giorno: [90, 280], con: ['Perforatrice'] },
  { descrizione: 'PALI TRIVELLATI', um: 'ml', colore: '#5D6874', prezzo: 128, giorno: [25, 90], con: ['Perforatrice'] },
  { descrizione: 'TIRANTI', um: 'ml', colore: '#AD8420', prezzo: 54.8, giorno: [40, 150], con: ['Perforatrice'] },
  { descrizione: 'DIAFRAMMI', um: 'mq', colore: '#8E4A55', prezzo: 96.4, giorno: [20, 85], con: ['Escavatore'] },
  { descrizione: 'CHIODATURE', um: 'ml', colore: '#7B6BA6', prezzo: 39.9, giorno: [35, 120], con: ['Perforatrice'] },
  { descrizione: 'DRENAGGI', um: 'ml', colore: '#2F8C82', prezzo: 33.75, giorno: [30, 110], con: ['Perforatrice'] },
  { descrizione: 'INIEZIONI CEMENTIZIE', um: 'qli', colore: '#6B513F', prezzo: 18.1234, giorno: [50, 240], con: ['Impianto miscele'] },
  { descrizione: 'CALCESTRUZZO PROIETTATO', um: 'mq', colore: '#5B8FC7', prezzo: 44, giorno: [30, 140], con: ['Escavatore'] },
];

export const WBS_DEMO = [
  'FONDAZIONI',
  'PARATIA',
  'MURO DI SOSTEGNO',
  'SPALLA A',
  'SPALLA B',
  'PILA',
  'TAMPONE DI FONDO',
  'VERSANTE',
  'OPERE PROVVISIONALI',
] as const;

export const OPERATORI_DEMO = [
  'Bertoli Luca',
  'Ferrari Nicola',
  'Gozzi Simone',
  'Kola Arben',
  'Lusuardi Matteo',
  'Marchetti Ivan',
  'Popescu Dan',
  'Rinaldi Andrea',
  'Singh Harpreet',
  'Vecchi Stefano',
] as const;

/** What a site buys: its share of what it costs, of a hundred, and what one of it costs in euro, least and most. */
export const COSTI_DEMO: readonly (readonly [tipo: string, quota: number, importo: readonly [number, number]])[] = [
  ['Gasolio', 16, [1.02, 1.38]],
  ['Cemento', 34, [98, 136]],
  ['Armature tubolari', 16, [1.35, 1.82]],
  ['Trasporti', 8, [380, 960]],
  ['Vitto e alloggio', 8, [62, 84]],
  ['Smaltimento fanghi', 10, [24, 41]],
  ['Prove di laboratorio', 3, [140, 320]],
  ['Ricambi e usura utensili', 5, [85, 640]],
];

export const REFERENTI_DEMO = [
  ['Bonacini Arch. Sara', '059 820114'],
  ['Carretti Ing. Paolo', '0522 431870'],
  ['Dallari Geom. Luca', '335 6120447'],
  ['Fontana Ing. Chiara', '348 7701925'],
  ['Gualtieri Geom. Enrico', '051 6420038'],
  ['Melandri Ing. Pietro', '0544 218806'],
  ['Ori Dott.ssa Marta', '340 2216748'],
  ['Zini Geom. Alberto', '333 9045521'],
] as const;

export const NOTE_PRODUZIONE = [
  'Pioggia dal pomeriggio',
  'Attesa calcestruzzo',
  'Cambio utensile',
  'Trovante a 8 m, perforazione rallentata',
  'Prova di carico eseguita',
  'Terreno molto addensato',
  'Turno doppio',
] as const;

export const FERMI = [
  'Fermo per pioggia',
  'Fermo per guasto alla centralina',
  'Fermo in attesa di disposizioni della D.L.',
  'Fermo per mancanza di energia',
] as const;
