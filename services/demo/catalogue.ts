/** What a ground-engineering firm in Emilia owns: real makes and models, plausible figures. */
export interface Modello {
  tipologia: string;
  marca: string;
  modello: string;
  descrizione: string;
  /** Hours (or kilometres, for what has a plate and drives) in a month of work. */
  mese: number;
  unita: 'h' | 'km';
  /** Price when new, euro. */
  prezzo: number;
  /** Length, width, height in metres; weight in tonnes. */
  misure: readonly [number, number, number, number];
  motore?: readonly [marca: string, modello: string, kW: number];
  /** Has a plate, so a registration card. */
  targa?: true;
  /** Lifts loads or people: ropes and chains, periodic check. */
  sollevamento?: true;
}

type Row = readonly [
  string,
  string,
  string,
  number,
  number,
  readonly [number, number, number, number],
  (readonly [string, string, number])?,
];

const gruppo = (tipologia: string, extra: Partial<Modello>, rows: readonly Row[]): Modello[] =>
  rows.map(([marca, modello, descrizione, month, prezzo, sizes, motore]) => ({
    tipologia,
    marca,
    modello,
    descrizione,
    mese: month,
    prezzo,
    misure: sizes,
    unita: 'h',
    ...(motore ? { motore } : {}),
    ...extra,
  }));

export const MODELS: readonly Modello[] = [
  ...gruppo('Perforatrice', { sollevamento: true }, [
    ['Casagrande', 'C6 XP', 'Cingolata, idraulica', 120, 410_000, [8.2, 2.5, 2.9, 15.5], ['Deutz', 'TCD 6.1', 140]],
    ['Casagrande', 'C7 XP-2', 'Mast 24 m, jet grouting', 115, 520_000, [9.4, 2.5, 3.1, 21], ['Cummins', 'QSB 6.7', 179]],
    ['Casagrande', 'M9-1', 'Micropali e tiranti', 95, 385_000, [7.8, 2.3, 2.7, 14], ['Deutz', 'TCD 4.1', 115]],
    ['Soilmec', 'SM-14', 'Micropali e tiranti', 110, 430_000, [8.6, 2.5, 2.9, 16], ['Deutz', 'TCD 6.1', 150]],
    ['Soilmec', 'SM-5', 'Compatta, consolidamenti', 90, 260_000, [6.4, 2.1, 2.6, 9.5], ['Deutz', 'TCD 3.6', 90]],
    ['Soilmec', 'SR-45', 'Rotary per pali', 130, 780_000, [14.2, 3, 3.3, 45], ['Cummins', 'QSB 6.7', 201]],
    ['Soilmec', 'SR-65', 'Rotary per pali di grande diametro', 125, 1_150_000, [16.8, 3, 3.5, 66], ['Caterpillar', 'C9.3', 261]],
    ['Comacchio', 'MC 22', 'Cingolata, idraulica', 105, 395_000, [8.9, 2.5, 3, 22], ['Cummins', 'QSB 6.7', 164]],
    ['Comacchio', 'MC 12', 'Micropali, sottomurazioni', 100, 290_000, [6.9, 2.2, 2.6, 12], ['Deutz', 'TCD 4.1', 105]],
    ['Comacchio', 'MC 8', 'Spazi ristretti, mast corto', 85, 225_000, [5.8, 1.6, 2.2, 8], ['Kubota', 'V3800', 73]],
    ['Beretta', 'T46', 'Indagini e micropali', 80, 210_000, [5.6, 1.7, 2.3, 7.2], ['Perkins', '1104D', 83]],
    ['Klemm', 'KR 806-3', 'Doppia testa, tiranti', 105, 450_000, [9.1, 2.5, 2.9, 18], ['Deutz', 'TCD 6.1', 147]],
    ['Bauer', 'BG 28', 'Pali CFA e Kelly', 125, 1_300_000, [17.5, 3, 3.5, 96], ['Caterpillar', 'C9.3', 280]],
  ]),
  ...gruppo('Pompa jet grouting', {}, [
    ['Soilmec', '7T-600J', 'Alta pressione, 600 bar', 95, 240_000, [6.1, 2.4, 2.6, 11], ['Caterpillar', 'C18', 447]],
    ['Tecniwell', 'TW 400/S', 'Alta pressione, 450 bar', 90, 185_000, [5.4, 2.2, 2.4, 8.6], ['Scania', 'DC13', 331]],
    ['Tecniwell', 'TW 600', 'Alta pressione, 600 bar', 92, 230_000, [6, 2.4, 2.5, 10.4], ['Caterpillar', 'C15', 403]],
  ]),
  ...gruppo('Impianto miscele', {}, [
    ['Tecniwell', 'TWM 30', 'Automatico, 30 m³/h', 100, 145_000, [6.1, 2.4, 2.6, 6.8]],
    ['Soilmec', 'GM-20', 'Automatico, 20 m³/h', 95, 118_000, [5.8, 2.3, 2.6, 5.9]],
    ['Metax', 'JM 30', 'Containerizzato, 30 m³/h', 90, 138_000, [6.1, 2.4, 2.6, 7.1]],
  ]),
  ...gruppo('Silo', {}, [
    ['Euromecc', 'SO 60', 'Orizzontale, 60 t', 0, 38_000, [12.1, 2.5, 2.9, 8.5]],
    ['Euromecc', 'SV 40', 'Verticale, 40 t', 0, 27_000, [8.4, 2.5, 2.5, 5.2]],
    ['Simem', 'S 35', 'Verticale, 35 t', 0, 24_500, [7.6, 2.5, 2.5, 4.6]],
  ]),
  ...gruppo('Escavatore', {}, [
    ['Hitachi', 'ZX 135 US', 'Cingolato, 14 t', 140, 128_000, [7.2, 2.5, 2.9, 14.1], ['Isuzu', '4JJ1', 74]],
    ['Caterpillar', '320', 'Cingolato, 22 t', 145, 175_000, [9.5, 2.9, 3, 22.5], ['Caterpillar', 'C4.4', 121]],
    ['Komatsu', 'PC210LC-11', 'Cingolato, 23 t', 140, 178_000, [9.6, 2.9, 3.1, 23.2], ['Komatsu', 'SAA6D107E', 123]],
    ['Volvo', 'EC220E', 'Cingolato, 22 t', 135, 172_000, [9.7, 2.9, 3, 22.8], ['Volvo', 'D6J', 129]],
    ['Liebherr', 'R 926', 'Cingolato, 26 t', 130, 205_000, [9.9, 3, 3.1, 26], ['Liebherr', 'D924', 160]],
  ]),
  ...gruppo('Miniescavatore', {}, [
    ['Kubota', 'KX080-4', 'Cingolato, 8 t', 110, 82_000, [6.4, 2.2, 2.5, 8.3], ['Kubota', 'V3307', 49]],
    ['Bobcat', 'E35', 'Cingolato, 3,5 t', 95, 45_000, [4.8, 1.8, 2.5, 3.5], ['Bobcat', '1.8L', 24]],
    ['Takeuchi', 'TB260', 'Cingolato, 6 t', 105, 68_000, [5.6, 2, 2.6, 5.9], ['Yanmar', '4TNV86', 36]],
  ]),
  ...gruppo('Autocarro', { unita: 'km', targa: true }, [
    ['Iveco', 'Trakker 410', '8×4 con gru Fassi F365', 3200, 165_000, [9.6, 2.5, 3.8, 18.5], ['Iveco', 'Cursor 13', 302]],
    ['Iveco', 'Daily 35C16', 'Officina mobile', 2600, 48_000, [6.1, 2, 2.9, 3.5], ['Iveco', 'F1A', 115]],
    ['MAN', 'TGS 33.440', 'Trattore stradale', 5200, 118_000, [7, 2.5, 3.5, 10.2], ['MAN', 'D2676', 324]],
    ['Mercedes-Benz', 'Arocs 3345', '6×4 ribaltabile', 3600, 142_000, [8.1, 2.5, 3.6, 14], ['Mercedes-Benz', 'OM471', 330]],
    ['Scania', 'G450', 'Trattore con carrellone', 5600, 125_000, [6.9, 2.5, 3.7, 9.8], ['Scania', 'DC13', 331]],
  ]),
  ...gruppo('Motocompressore', { targa: true }, [
    ['Atlas Copco', 'XRVS 476', '25 bar, 27 m³/min', 120, 98_000, [5.2, 2.1, 2.5, 5.3], ['Caterpillar', 'C9', 242]],
    ['Atlas Copco', 'XAHS 186', '12 bar, 10 m³/min', 100, 42_000, [4.3, 1.8, 1.9, 2.1], ['Deutz', 'TCD 4.1', 110]],
    ['Kaeser', 'M 250', '10 bar, 25 m³/min', 105, 86_000, [5, 2, 2.4, 4.6], ['Mercedes-Benz', 'OM926', 210]],
  ]),
  ...gruppo('Gruppo elettrogeno', {}, [
    ['Pramac', 'GSW 110', '110 kVA, insonorizzato', 130, 24_000, [2.8, 1.1, 1.8, 1.9], ['Volvo', 'TAD550GE', 89]],
    ['Pramac', 'GSW 220', '220 kVA, insonorizzato', 125, 36_500, [3.4, 1.2, 2, 2.8], ['Volvo', 'TAD734GE', 176]],
    ['Himoinsa', 'HFW-100', '100 kVA, insonorizzato', 120, 22_800, [2.9, 1.1, 1.8, 1.8], ['FPT', 'N45', 88]],
  ]),
  ...gruppo('Sollevatore', { targa: true, sollevamento: true }, [
    ['Merlo', 'P 40.17', '4 t, sbraccio 17 m', 85, 96_000, [6.1, 2.4, 2.5, 11], ['Deutz', 'TCD 3.6', 85]],
    ['Manitou', 'MT 1840', '4 t, sbraccio 18 m', 90, 99_000, [6.3, 2.4, 2.5, 11.8], ['Deutz', 'TCD 3.6', 74]],
    ['JCB', '540-170', '4 t, sbraccio 17 m', 88, 97_500, [6.3, 2.4, 2.6, 12], ['JCB', 'EcoMAX 444', 81]],
  ]),
  ...gruppo('Autogru', { unita: 'km', targa: true, sollevamento: true }, [
    ['Liebherr', 'LTM 1060', 'Tre assi, 60 t', 900, 520_000, [11.3, 2.6, 3.7, 36], ['Liebherr', 'D846', 270]],
    ['Grove', 'GMK3060', 'Tre assi, 60 t', 850, 495_000, [11.4, 2.6, 3.6, 36], ['Mercedes-Benz', 'OM936', 260]],
  ]),
  ...gruppo('Gru cingolata', { sollevamento: true }, [
    ['Sennebogen', '683 HD', 'Braccio telescopico, 80 t', 100, 690_000, [13, 3, 3.3, 73], ['Cummins', 'QSB 6.7', 186]],
    ['Liebherr', 'HS 8070', 'Benna per diaframmi', 95, 880_000, [12.6, 3.5, 3.5, 72], ['Liebherr', 'D946', 320]],
  ]),
  ...gruppo('Piattaforma aerea', { sollevamento: true }, [
    ['JLG', '450AJ', 'Semovente, 16 m', 45, 62_000, [6.5, 2.3, 2.3, 6.6], ['Deutz', 'D2.9', 36]],
    ['Haulotte', 'HA16', 'Articolata, 16 m', 42, 58_000, [6.8, 2.3, 2.2, 6.7], ['Kubota', 'V2403', 34]],
  ]),
  ...gruppo('Dumper', { targa: true }, [
    ['Ausa', 'D600 APG', 'Ribaltabile, 6 t', 70, 41_000, [4.5, 2.2, 2.9, 4.4], ['Deutz', 'TD 2.9', 55]],
    ['Wacker Neuson', 'DW60', 'Ribaltabile, 6 t', 68, 42_500, [4.5, 2.2, 3, 4.5], ['Perkins', '404F', 55]],
  ]),
  ...gruppo('Dissabbiatore', {}, [
    ['Bauer', 'BE 250', 'Fanghi bentonitici, 250 m³/h', 80, 165_000, [6.1, 2.4, 2.9, 9.8]],
    ['Sotres', 'D3', 'Fanghi bentonitici, 100 m³/h', 75, 98_000, [5.2, 2.3, 2.7, 6.4]],
  ]),
  ...gruppo('Pompa calcestruzzo', { targa: true }, [
    ['Putzmeister', 'BSA 1005', 'Carrellata, 52 m³/h', 70, 74_000, [5.3, 1.7, 2.1, 3.4], ['Deutz', 'TCD 2.9', 55]],
    ['CIFA', 'PC 506/309', 'Carrellata, 50 m³/h', 72, 71_000, [5.2, 1.7, 2.1, 3.3], ['Deutz', 'D914', 54]],
  ]),
  ...gruppo('Torre faro', {}, [['Generac', 'VT-Hybrid', '4 LED da 320 W', 110, 16_500, [2.4, 1.3, 2.5, 0.9], ['Kubota', 'Z482', 7]]]),
];

export const TIPOLOGIE: readonly string[] = [...new Set(MODELS.map((m) => m.tipologia))].sort((a, b) => a.localeCompare(b, 'it'));

export const MECCANICI = [
  'Ricci Davide',
  'Bassi Marco',
  'Galli Paolo',
  'Montanari Fabio',
  'Zanetti Luca',
  'Officina interna',
  'Officina esterna',
] as const;

/** Maintenance types; the second figure is how many hours they last, where they come round. */
export const MANUTENZIONE_TYPES: readonly (readonly [descrizione: string, ogniOre?: number])[] = [
  ['Cambio Olio Motore', 500],
  ['Filtro Motore', 500],
  ['Cambio Olio Idraulico', 2000],
  ['Filtro Olio idraulico', 1000],
  ['Filtro Gasolio', 500],
  ['Filtro Aria Interno', 1000],
  ['Filtro Aria Esterno', 500],
  ['Ingrassaggio generale'],
  ['Sostituzione funi'],
  ['Cinghie motore'],
  ['Registrazione cingoli'],
  ['Batterie'],
  ['Tubi idraulici'],
  ['Controllo impianto elettrico'],
  ['Revisione testa di rotazione'],
  ['Guarnizioni pompa alta pressione'],
];

export const NOTE_MANUTENZIONE = [
  'Tubo idraulico sostituito sul mast',
  'Rabbocco olio, nessuna perdita',
  'Eseguito in cantiere',
  'Ricambi da magazzino',
  'Da ricontrollare al prossimo tagliando',
  'Sostituito anche il prefiltro',
  'Fermo macchina mezza giornata',
  null,
  null,
  null,
] as const;
