import type { PuntoControllo } from './points.ts';

const ANY = [
  'Perdite di olio o carburante',
  'Livelli: olio, acqua, carburante',
  'Freni e sterzo',
  'Luci e avvisatore acustico',
  'Arresto di emergenza',
  'Protezioni e ripari',
  'Pneumatici o cingoli',
  'Estintore e documenti a bordo',
];

const OF: Readonly<Record<string, readonly string[]>> = {
  Perforatrice: [
    'Arresto di emergenza e fune a strappo',
    'Riparo dell’utensile rotante',
    'Funi, catene e argano',
    'Mast, bulloni e perni',
    'Tubi idraulici e perdite',
    'Morse e testa di rotazione',
    'Cingoli e stabilizzatori',
    'Livelli: olio, acqua, carburante',
    'Avvisatore acustico e luci',
    'Estintore e documenti a bordo',
  ],
  Autogru: [
    'Funi e bozzello',
    'Gancio con la sicura',
    'Limitatore di carico',
    'Fine corsa',
    'Stabilizzatori e piastre',
    'Freni e sterzo',
    'Perdite idrauliche',
    'Luci e avvisatore acustico',
    'Arresto di emergenza',
    'Estintore e documenti a bordo',
  ],
  'Gru cingolata': [
    'Funi e bozzello',
    'Gancio con la sicura',
    'Limitatore di carico',
    'Fine corsa',
    'Cingoli',
    'Freni dell’argano',
    'Perdite idrauliche',
    'Luci e avvisatore acustico',
    'Arresto di emergenza',
    'Estintore e documenti a bordo',
  ],
  Sollevatore: [
    'Forche o attrezzo agganciato',
    'Braccio e catene',
    'Limitatore di carico',
    'Stabilizzatori',
    'Freni e sterzo',
    'Pneumatici',
    'Perdite idrauliche',
    'Cintura e specchi',
    'Luci e avvisatore acustico',
  ],
  'Piattaforma aerea': [
    'Comandi a terra e in cesta',
    'Discesa di emergenza',
    'Arresto di emergenza',
    'Parapetto e cancelletto',
    'Punto di aggancio',
    'Stabilizzatori o pneumatici',
    'Perdite idrauliche',
    'Avvisatore acustico e luci',
  ],
  Escavatore: [
    'Attacco rapido bloccato',
    'Benna, denti e perni',
    'Tubi idraulici e perdite',
    'Cingoli',
    'Freno di rotazione',
    'Specchi e telecamera',
    'Luci e avvisatore acustico',
    'Cintura e cabina',
    'Estintore e documenti a bordo',
  ],
};

const inOrder = (tipologia: string | null, points: readonly string[]): PuntoControllo[] =>
  points.map((punto, at) => ({ tipologia, punto, ordine: (at + 1) * 10 }));

/** Initial, editable points of the check before use in a new portal; eight to ten points per list. */
export const DEFAULT_POINTS: readonly PuntoControllo[] = [
  ...inOrder(null, ANY),
  ...Object.entries(OF).flatMap(([tipologia, points]) => inOrder(tipologia, points)),
];
