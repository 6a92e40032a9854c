/** What a ground-engineering firm rents for a site: real makes and models, invented renters. */
export interface ModelloNoleggio {
  tipologia: string;
  marca: string;
  modello: string;
  descrizione: string;
  /** Monthly rate, euro. */
  tariffa: number;
  /** Has a plate, so a registration card. */
  targa?: true;
  /** Lifts loads or people: ropes and chains, periodic check. */
  sollevamento?: true;
  /** A day's production can name it. */
  lavora?: true;
  /** Which drawing of services/demo/foto shows it. */
  disegno: string;
}

type Row = readonly [marca: string, modello: string, descrizione: string, tariffa: number];

const gruppo = (
  tipologia: string,
  extra: Pick<ModelloNoleggio, 'disegno' | 'targa' | 'sollevamento' | 'lavora'>,
  rows: readonly Row[],
): ModelloNoleggio[] =>
  rows.map(([marca, modello, descrizione, tariffa]) => ({ tipologia, marca, modello, descrizione, tariffa, ...extra }));

export const NOLEGGIO_MODELS: readonly ModelloNoleggio[] = [
  ...gruppo('Autogru', { disegno: 'autocarro', targa: true, sollevamento: true, lavora: true }, [
    ['Liebherr', 'LTM 1040-2.1', 'Due assi, 40 t', 7400],
    ['Grove', 'GMK4100L-1', 'Quattro assi, 100 t', 14_800],
    ['Tadano', 'AC 3.055-1', 'Tre assi, 55 t', 9300],
    ['Locatelli', 'GRIL 8500T', 'Fuoristrada, 45 t', 7900],
  ]),
  ...gruppo('Piattaforma aerea', { disegno: 'sollevatore', sollevamento: true }, [
    ['JLG', '600AJ', 'Articolata diesel, 20 m', 2150],
    ['Haulotte', 'HA20 RTJ', 'Articolata diesel, 20 m', 2080],
    ['Genie', 'Z-45 XC', 'Articolata diesel, 16 m', 1690],
    ['Genie', 'GS-3369 RT', 'A forbice, 12 m', 980],
  ]),
  ...gruppo('Piattaforma aerea', { disegno: 'autocarro', targa: true, sollevamento: true }, [
    ['CTE', 'ZED 20.3 H', 'Autocarrata, 20 m', 2400],
  ]),
  ...gruppo('Motocompressore', { disegno: 'compressore', targa: true, lavora: true }, [
    ['Atlas Copco', 'XAS 188-7', '7 bar, 10 m³/min', 1150],
    ['Atlas Copco', 'XATS 288', '10 bar, 17 m³/min', 1720],
    ['Kaeser', 'M 171', '10 bar, 16 m³/min', 1680],
    ['Doosan', '12/254', '12 bar, 25 m³/min', 2300],
  ]),
  ...gruppo('Container', { disegno: 'impianto' }, [
    ['Containex', 'BM 20', 'Ufficio, 6 × 2,4 m', 210],
    ['Containex', 'BM 16', 'Spogliatoio, 5 × 2,4 m', 190],
    ['Containex', 'SA 20', 'Servizi igienici e docce', 340],
    ['Containex', 'LC 20', 'Magazzino, 6 m', 95],
  ]),
  ...gruppo('Torre faro', { disegno: 'compressore' }, [
    ['Atlas Copco', 'HiLight V5+', '4 LED da 350 W', 420],
    ['Generac', 'CUBE+', '4 LED da 300 W', 390],
    ['Trime', 'X-ECO LED', '4 LED da 320 W', 405],
  ]),
  ...gruppo('Gruppo elettrogeno', { disegno: 'compressore' }, [
    ['Atlas Copco', 'QAS 100', '100 kVA, insonorizzato', 980],
    ['Himoinsa', 'HRYW-45', '45 kVA, insonorizzato', 620],
  ]),
  ...gruppo('Sollevatore', { disegno: 'sollevatore', targa: true, sollevamento: true, lavora: true }, [
    ['Merlo', 'ROTO 50.21 S', 'Rotativo, 5 t, 21 m', 3600],
    ['Manitou', 'MRT 2150', 'Rotativo, 5 t, 21 m', 3550],
  ]),
  ...gruppo('Miniescavatore', { disegno: 'escavatore', lavora: true }, [['Yanmar', 'ViO57', 'Cingolato, 5,5 t', 1450]]),
];

export const NOLEGGIATORI = [
  'Nolo Emilia Attrezzature',
  'Reggiana Gru e Ponti',
  'Adriatica Noleggi',
  'Secchia Rental',
  'Padana Sollevamenti',
  'Officine Panaro Noleggio',
  'Moduli Valdenza',
] as const;
