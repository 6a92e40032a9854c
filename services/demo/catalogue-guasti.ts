/** A fault that somebody reported. */
export interface FaultDemo {
  /** Kinds of machine that can have it. */
  tipologie: readonly string[];
  /** The point of the check before use, where it was found at one. */
  punto: string | null;
  testo: string;
  ferma: boolean;
  /** Which picture of services/demo/foto shows it. */
  foto?: string;
  utente: 'capo' | 'operaio';
  /** Days before today. */
  giorni: number;
  /** Days until it was mended; `null`: it still waits. */
  chiuso: number | null;
  /** Of the maintenance that mended it. */
  voce: string;
  costo: number;
  nota: string | null;
}

type Row = readonly [
  tipologie: string,
  punto: string | null,
  testo: string,
  ferma: boolean,
  foto: string | null,
  utente: FaultDemo['utente'],
  giorni: number,
  chiuso: number | null,
  voce: string,
  costo: number,
  nota: string | null,
];

const ROWS: readonly Row[] = [
  ['Perforatrice', 'Tubi idraulici e perdite', 'Tubo della testa rotto, perde olio a terra', true, 'tubo', 'capo', 1, null, '', 0, null],
  ['Escavatore', 'Specchi e telecamera', 'Vetro della cabina incrinato', false, 'vetro', 'operaio', 6, null, '', 0, null],
  ['Gru cingolata', 'Perdite idrauliche', 'Trafila olio dal martinetto destro', false, null, 'capo', 12, null, '', 0, null],
  [
    'Perforatrice',
    'Funi, catene e argano',
    'Fune dell’argano con fili rotti',
    true,
    'fune',
    'capo',
    40,
    4,
    'Sostituzione funi',
    1180,
    'Fune nuova, certificato in officina',
  ],
  [
    'Perforatrice',
    'Morse e testa di rotazione',
    'La testa fa rumore sotto sforzo',
    false,
    null,
    'operaio',
    75,
    9,
    'Revisione testa di rotazione',
    3650,
    'Cambiati i cuscinetti',
  ],
  ['Pompa jet grouting', 'Protezioni e ripari', 'Manca un bullone del carter', false, null, 'operaio', 110, 2, 'Cinghie motore', 90, null],
  [
    'Autocarro',
    'Freni e sterzo',
    'Il freno tira a sinistra',
    false,
    null,
    'operaio',
    150,
    3,
    'Controllo impianto elettrico',
    420,
    'Registrati i freni in officina',
  ],
  [
    'Perforatrice',
    'Cingoli e stabilizzatori',
    'Cingolo lento, salta un dente',
    true,
    null,
    'capo',
    190,
    3,
    'Registrazione cingoli',
    260,
    null,
  ],
  [
    'Sollevatore',
    'Pneumatici',
    'Gomma tagliata all’anteriore sinistro',
    false,
    null,
    'operaio',
    230,
    2,
    'Registrazione cingoli',
    640,
    'Gommista in cantiere',
  ],
  [
    'Perforatrice',
    'Tubi idraulici e perdite',
    'Perdita da un raccordo del mast',
    false,
    'tubo',
    'capo',
    290,
    5,
    'Tubi idraulici',
    310,
    null,
  ],
  [
    'Escavatore',
    'Tubi idraulici e perdite',
    'Tubo del braccio che trasuda',
    false,
    null,
    'operaio',
    350,
    6,
    'Tubi idraulici',
    275,
    'Ricambi da magazzino',
  ],
  [
    'Motocompressore',
    'Livelli: olio, acqua, carburante',
    'Si scalda dopo un’ora di lavoro',
    false,
    null,
    'operaio',
    420,
    8,
    'Ingrassaggio generale',
    180,
    'Radiatore pulito, termostato nuovo',
  ],
  [
    'Perforatrice',
    'Arresto di emergenza e fune a strappo',
    'La fune a strappo non ferma la rotazione',
    true,
    null,
    'capo',
    500,
    2,
    'Controllo impianto elettrico',
    380,
    'Sostituito il micro',
  ],
  [
    'Autogru',
    'Limitatore di carico',
    'Il limitatore si spegne da solo',
    false,
    null,
    'capo',
    580,
    7,
    'Controllo impianto elettrico',
    2450,
    'Centralina riparata dal costruttore',
  ],
];

export const FAULTS: readonly FaultDemo[] = ROWS.map(
  ([tipologie, punto, testo, ferma, foto, utente, giorni, chiuso, voce, costo, nota]) => ({
    tipologie: [tipologie],
    punto,
    testo,
    ferma,
    ...(foto ? { foto } : {}),
    utente,
    giorni,
    chiuso,
    voce,
    costo,
    nota,
  }),
);
