/** Sites: real municipalities and provinces, invented clients. */
export interface Place {
  comune: string;
  provincia: string;
  indirizzo: string;
  lavoro: string;
}

export const PLACES: readonly Place[] = [
  { comune: 'Modena', provincia: 'MO', indirizzo: 'Via Emilia Est 985', lavoro: 'Parcheggio interrato' },
  { comune: 'Sassuolo', provincia: 'MO', indirizzo: 'Via Radici in Piano 310', lavoro: 'Paratia di micropali' },
  { comune: 'Pavullo nel Frignano', provincia: 'MO', indirizzo: 'Strada statale 12, km 112', lavoro: 'Consolidamento versante' },
  { comune: 'Carpi', provincia: 'MO', indirizzo: 'Via dei Trasporti 14', lavoro: 'Pali di fondazione' },
  { comune: 'Reggio Emilia', provincia: 'RE', indirizzo: 'Viale Ramazzini 70', lavoro: 'Sottopasso ferroviario' },
  { comune: 'Castelnovo ne’ Monti', provincia: 'RE', indirizzo: 'Strada statale 63, km 58', lavoro: 'Tiranti e muro di sostegno' },
  { comune: 'Guastalla', provincia: 'RE', indirizzo: 'Argine maestro del Po', lavoro: 'Diaframma plastico' },
  { comune: 'Parma', provincia: 'PR', indirizzo: 'Via Mantova 68', lavoro: 'Jet grouting di fondo scavo' },
  { comune: 'Fidenza', provincia: 'PR', indirizzo: 'Via Marconi 12', lavoro: 'Sottofondazione edificio storico' },
  { comune: 'Borgo Val di Taro', provincia: 'PR', indirizzo: 'Strada provinciale 523, km 71', lavoro: 'Consolidamento frana' },
  { comune: 'Piacenza', provincia: 'PC', indirizzo: 'Strada Val Nure 9', lavoro: 'Pali CFA capannone logistico' },
  { comune: 'Bologna', provincia: 'BO', indirizzo: 'Via Stalingrado 121', lavoro: 'Berlinese di micropali' },
  { comune: 'Imola', provincia: 'BO', indirizzo: 'Via Selice 84', lavoro: 'Pali trivellati ponte' },
  { comune: 'Porretta Terme', provincia: 'BO', indirizzo: 'Strada statale 64, km 34', lavoro: 'Imbocco galleria' },
  { comune: 'Ferrara', provincia: 'FE', indirizzo: 'Via Padova 200', lavoro: 'Colonne di ghiaia' },
  { comune: 'Cento', provincia: 'FE', indirizzo: 'Via Bologna 17', lavoro: 'Miglioramento terreno antisismico' },
  { comune: 'Ravenna', provincia: 'RA', indirizzo: 'Via Trieste 230', lavoro: 'Banchina portuale, tiranti' },
  { comune: 'Faenza', provincia: 'RA', indirizzo: 'Via Granarolo 90', lavoro: 'Ripristino argine' },
  { comune: 'Forlì', provincia: 'FC', indirizzo: 'Via Ravegnana 400', lavoro: 'Tangenziale, pali spalle' },
  { comune: 'Sarsina', provincia: 'FC', indirizzo: 'Strada statale 71, km 212', lavoro: 'Drenaggi e tiranti' },
  { comune: 'Rimini', provincia: 'RN', indirizzo: 'Via Flaminia 175', lavoro: 'Scavo interrato lungomare' },
  { comune: 'Mantova', provincia: 'MN', indirizzo: 'Strada Ostigliese 3', lavoro: 'Fondazioni impianto' },
  { comune: 'Aulla', provincia: 'MS', indirizzo: 'Strada statale 62, km 42', lavoro: 'Consolidamento pila ponte' },
  { comune: 'Verona', provincia: 'VR', indirizzo: 'Via Torricelle 22', lavoro: 'Paratia e ancoraggi' },
];

export const COMMITTENTI = [
  'Valborra Infrastrutture',
  'Comune di {comune}',
  'Provincia di {provincia}',
  'Consorzio di bonifica Terre d’Argine',
  'Lidia Costruzioni Generali',
  'Ferrovie Val Secchia',
  'Autovie Padane Sud',
  'Immobiliare Corte Emilia',
  'Idroval Servizi',
] as const;
