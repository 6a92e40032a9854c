import { fileFields } from '../../core/documents.ts';
import type { DocumentKind, Soggetto } from './document-kind.ts';
import { REGISTER_OF } from './register-of.ts';
import { codeOf } from './with-kinds.ts';
import { yearsKept } from '../retention.ts';

/** A document kind of a new portal: an editable default, with its legal source and the certainty of its interval. */
export interface DefaultKind extends DocumentKind {
  promemoria: string | null;
  norma: string | null;
  certezza: string | null;
  /** Years for which a worker with such a document is kept after the end of employment; only of kinds about workers. */
  conserva_anni: number | null;
  ordine: number;
}

type KindDetails = Partial<Omit<DefaultKind, 'soggetto' | 'codice' | 'conserva_anni' | 'ordine'>>;

const WARNING = '90, 30, 7';
const datedKind = (mesi: number | null, preavviso: number, norma: string | null, certezza: string): KindDetails => ({
  mesi,
  preavviso,
  norma,
  certezza,
  promemoria: WARNING,
});
const declaredKind = (preavviso: number, norma: string | null = null, certezza = '–'): KindDetails =>
  datedKind(null, preavviso, norma, certezza);
const ASR = 'Accordo Stato-Regioni';
const ART_73 = datedKind(60, 60, 'D.Lgs 81/08 art. 73, Accordo Stato-Regioni', 'P');
const IDENTITY = declaredKind(60);

/** Details of the specified kinds, by subject and code. */
const TOLD: Readonly<Record<Exclude<Soggetto, 'ditta'>, Readonly<Record<string, KindDetails>>>> = {
  macchina: {
    cdc: declaredKind(30, 'Contratto'),
    ass: declaredKind(30, 'Contratto'),
    funi: datedKind(3, 15, 'D.Lgs 81/08 All. VI: vale la cifra del costruttore', 'S'),
    periodica: datedKind(12, 60, 'D.Lgs 81/08 art. 71 c. 11, All. VII: secondo la tipologia', 'U'),
  },
  noleggio: {
    cdc: declaredKind(30, 'Contratto'),
    ass: declaredKind(30, 'Contratto'),
    vfc: datedKind(3, 15, 'D.Lgs 81/08 All. VI: vale la cifra del costruttore', 'S'),
    vp: datedKind(12, 60, 'D.Lgs 81/08 art. 71 c. 11, All. VII: secondo la tipologia', 'U'),
  },
  lavoratore: {
    ci: IDENTITY,
    psog: IDENTITY,
    ts: IDENTITY,
    patente: IDENTITY,
    idoneita: { ...datedKind(12, 30, 'D.Lgs 81/08 art. 41: la fissa il medico', 'P'), sanitario: true, blocca: true },
    limitazione: { ...declaredKind(30, 'D.Lgs 81/08 art. 41', 'P'), sanitario: true },
    prescrizione: { ...declaredKind(30, 'D.Lgs 81/08 art. 41', 'P'), sanitario: true },
    formazione: datedKind(60, 90, ASR, 'P'),
    preposto: datedKind(24, 90, 'D.Lgs 81/08 art. 37 c. 7-ter', 'P'),
    dirigente: datedKind(60, 90, ASR, 'P'),
    rspp: datedKind(60, 90, ASR, 'P'),
    rls: datedKind(12, 60, 'D.L. 159/2025 conv. L. 198/2025', 'P'),
    diisocianati: datedKind(60, 90, 'Reg. UE 2020/1149', 'S'),
    ps: datedKind(36, 60, 'DM 388/2003', 'P'),
    antincendio: datedKind(60, 60, 'DM 2/9/2021', 'P'),
    dpi3cat: datedKind(60, 60, null, '–'),
    quota: datedKind(60, 60, null, '–'),
    ponteggi: datedKind(48, 60, 'D.Lgs 81/08 All. XXI', 'P'),
    ambconf: datedKind(60, 60, 'DPR 177/2011', 'P'),
    pfr_pd: datedKind(60, 60, 'CCNL edilizia art. 77: micropali, tiranti, jet grouting', 'P'),
    pfr_gd: datedKind(60, 60, 'CCNL edilizia art. 77: pali, diaframmi', 'P'),
    ple: ART_73,
    carroponte: ART_73,
    pompecls: ART_73,
    grutorre: ART_73,
    elev: ART_73,
    autogru: ART_73,
    mmt: ART_73,
    dumper: declaredKind(60, null, 'U'),
    saldatore: declaredKind(60, null, 'U'),
  },
};

const plain = {
  mesi: null,
  preavviso: null,
  promemoria: null,
  norma: null,
  certezza: null,
  sanitario: false,
  blocca: false,
  conserva_anni: null,
};

const kindsOf = (soggetto: Exclude<Soggetto, 'ditta'>): DefaultKind[] =>
  fileFields(REGISTER_OF[soggetto])
    .filter(({ kind }) => kind === 'document')
    .map((file, at) => {
      const codice = codeOf(soggetto, file);
      const kind = {
        soggetto,
        codice,
        nome: file.column && file.label === 'Altro' ? file.column : file.label,
        ...plain,
        ...TOLD[soggetto][codice],
        ordine: at + 1,
      };
      return soggetto === 'lavoratore' ? { ...kind, conserva_anni: yearsKept(kind) } : kind;
    });

/** Kinds that the specification names; always present, not deletable. */
export const SPECIFIED_KINDS: readonly DefaultKind[] = [...kindsOf('macchina'), ...kindsOf('noleggio'), ...kindsOf('lavoratore')];

/** All document kinds of a new portal: the specified ones and further defaults. */
export const DEFAULT_KINDS: readonly DefaultKind[] = [
  ...SPECIFIED_KINDS,
  { soggetto: 'ditta', codice: 'durc', nome: 'DURC', ...plain, ...datedKind(4, 15, '120 giorni dal rilascio', 'P'), ordine: 1 },
];

const SPECIFIED_KEYS = new Set(SPECIFIED_KINDS.map(({ soggetto, codice }) => `${soggetto}/${codice}`));
export const isSpecified = (soggetto: unknown, codice: unknown): boolean => SPECIFIED_KEYS.has(`${String(soggetto)}/${String(codice)}`);

/** A default requirement of a new portal. */
export interface DefaultRequirement {
  soggetto: Soggetto;
  tipo_documento: string;
  commessa: string;
  se?: 'extra_ue';
  tra_presenti?: 1;
}

const onEverySite = (tipo_documento: string, overrides: Partial<DefaultRequirement> = {}): DefaultRequirement => ({
  soggetto: 'lavoratore',
  tipo_documento,
  commessa: '*',
  ...overrides,
});

/** Default requirements for every worker on a site, and for the site itself. */
export const DEFAULT_REQUIREMENTS: readonly DefaultRequirement[] = [
  onEverySite('idoneita'),
  onEverySite('formazione'),
  onEverySite('unilav'),
  onEverySite('ci|patente|psog'),
  onEverySite('psog', { se: 'extra_ue' }),
  onEverySite('ps', { tra_presenti: 1 }),
  onEverySite('antincendio', { tra_presenti: 1 }),
];
