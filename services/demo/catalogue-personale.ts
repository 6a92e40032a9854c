/** Invented people: no name, place or date is of anybody. */

/** A job role with the documents that come with it, beside those of everyone: how often, of 1. */
export interface MansioneDemo {
  descrizione: string;
  /** Of every hundred workers. */
  quota: number;
  abilitazioni: Readonly<Record<string, number>>;
  /** Nobody younger has it. */
  daAnni?: number;
}

const CANTIERE = { ponteggi: 0.06, quota: 0.3, ambconf: 0.12, dpi3cat: 0.5 };

export const MANSIONI_DEMO: readonly MansioneDemo[] = [
  { descrizione: 'Perforatore', quota: 22, abilitazioni: { ...CANTIERE, pfr_pd: 0.95, pfr_gd: 0.45, diisocianati: 0.3, mmt: 0.25 } },
  { descrizione: 'Aiuto perforatore', quota: 20, abilitazioni: { ...CANTIERE, pfr_pd: 0.4, dumper: 0.3 } },
  { descrizione: 'Escavatorista', quota: 10, abilitazioni: { ...CANTIERE, mmt: 1, dumper: 0.5, elev: 0.3 } },
  { descrizione: 'Gruista', quota: 6, abilitazioni: { ...CANTIERE, autogru: 1, grutorre: 0.6, carroponte: 0.4 } },
  { descrizione: 'Addetto iniezioni', quota: 10, abilitazioni: { ...CANTIERE, diisocianati: 0.9, pompecls: 0.5 } },
  { descrizione: 'Saldatore', quota: 4, abilitazioni: { ...CANTIERE, saldatore: 1, ple: 0.6 } },
  { descrizione: 'Meccanico', quota: 7, abilitazioni: { dpi3cat: 0.4, carroponte: 0.7, elev: 0.8, ple: 0.3 } },
  { descrizione: 'Autista', quota: 7, abilitazioni: { patente: 1, elev: 0.4, autogru: 0.2, dumper: 0.2 } },
  { descrizione: 'Capocantiere', quota: 7, abilitazioni: { ...CANTIERE, preposto: 1, rls: 0.1, ple: 0.4 }, daAnni: 30 },
  { descrizione: 'Tecnico di cantiere', quota: 4, abilitazioni: { preposto: 0.8, quota: 0.3, rspp: 0.1 } },
  { descrizione: 'Impiegato', quota: 3, abilitazioni: { dirigente: 0.3, rspp: 0.1 } },
];

/** What everyone is asked for; not all of it has come in. */
export const FOR_ALL: Readonly<Record<string, number>> = {
  ci: 0.9,
  cf: 0.45,
  ts: 0.35,
  patente: 0.5,
  unilav: 0.95,
  idoneita: 0.96,
  formazione: 0.95,
  ps: 0.25,
  antincendio: 0.2,
  limitazione: 0.06,
  prescrizione: 0.05,
  altro1: 0.05,
  altro2: 0.02,
};

/** First names and surnames by where one comes from; who comes from outside the Union has a permit of stay. */
export const ORIGINS: readonly {
  luoghi: readonly string[];
  permesso: boolean;
  quota: number;
  nomi: readonly string[];
  cognomi: readonly string[];
}[] = [
  {
    luoghi: ['Modena', 'Carpi', 'Sassuolo', 'Reggio Emilia', 'Parma', 'Bologna', 'Pavullo nel Frignano', 'Mantova', 'Napoli', 'Foggia'],
    permesso: false,
    quota: 60,
    nomi: [
      'Marco',
      'Davide',
      'Stefano',
      'Luca',
      'Giuseppe',
      'Paolo',
      'Mirko',
      'Simone',
      'Enrico',
      'Fabio',
      'Andrea',
      'Nicolò',
      'Pier Paolo',
      'Antonio',
      'Gian Luca',
      'Chiara',
      'Elena',
    ],
    cognomi: [
      'Bassi',
      'Ricci',
      'Conti',
      'Giordano',
      'Marino',
      'Barbero',
      'Ferrero',
      'Vola',
      'Dutto',
      'Olivero',
      'Degli Innocenti',
      "D'Angelo",
      'De Luca',
      'Montanari',
      'Zanetti',
      'Ferraresi',
      'Galli',
      'Lo Russo',
    ],
  },
  {
    luoghi: ['Cluj-Napoca', 'Iași', 'Bacău', 'Timișoara'],
    permesso: false,
    quota: 16,
    nomi: ['Ionel', 'Andrei', 'Vasile', 'Cristian', 'Mihai', 'Florin'],
    cognomi: ['Popescu', 'Munteanu', 'Rusu', 'Lupu', 'Ionescu', 'Dumitrescu'],
  },
  {
    luoghi: ['Tirana', 'Durazzo', 'Valona'],
    permesso: true,
    quota: 12,
    nomi: ['Arben', 'Elton', 'Ardit', 'Gentian'],
    cognomi: ['Hoxha', 'Shehu', 'Leka', 'Prifti', 'Gjoka'],
  },
  {
    luoghi: ['Casablanca', 'Marrakech', 'Tunisi', 'Il Cairo'],
    permesso: true,
    quota: 12,
    nomi: ['Youssef', 'Ahmed', 'Karim', 'Mohamed'],
    cognomi: ['El Amrani', 'Mansour', 'Ben Salah', 'El Idrissi', 'Haddad'],
  },
];
