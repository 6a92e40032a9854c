import { romeDate } from '#contracts/core/dates.ts';
import type { DossierData, DossierGroup, DossierLine } from '#contracts/jobs/dossier-cantiere.ts';
import type { DossierOfWorker } from '#contracts/modules/scadenze/dossier-facts.ts';
import { wordsOfWorker } from '#contracts/modules/scadenze/dossier-words.ts';
import type { RigaDossier } from '#contracts/modules/scadenze/dossier.ts';
import type { Esito } from '#contracts/modules/scadenze/fitness.ts';
import type { ListRowOf } from '#projections/registers/register.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import type { cantieri } from '#contracts/registers/cantieri.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import type { Opening } from '#services/registers/record-openings.ts';
import type { DossierBody } from './asked.ts';
import type { CompiledDossier } from './compile.ts';
import { sentOf, type DossierFile } from './files.ts';

type Deps = Pick<Dependencies, 'owners' | 'files' | 'config'>;

export interface DossierOrder {
  identity: Identity;
  site: ListRowOf<typeof cantieri>;
  body: Omit<DossierBody, 'giorno'> & { giorno: string };
  commandId: string;
  now: Date;
}

/** Input of the dossier job, with the reserved documents that the job opens. */
export interface Order {
  data: DossierData;
  openings: Opening[];
  files: number;
}

interface Line {
  row: RigaDossier;
  attachment: DossierFile;
}

/** Builds the job's input: the groups of the index with their files, and the facts for the histories. */
export async function orderOf(
  deps: Deps,
  compiled: CompiledDossier,
  { identity, site, body, commandId, now }: DossierOrder,
): Promise<Order> {
  const health = body.sanitari === 1;
  const linesOf = (rows: readonly RigaDossier[]): Promise<Line[]> =>
    Promise.all(rows.map(async (row) => ({ row, attachment: await sentOf(deps, { identity, health }, compiled, row) })));
  const groups = await Promise.all(compiled.data.map(async (one) => ({ one, lines: await linesOf(one.righe) })));
  const ofSite = await linesOf(compiled.cantiere.righe);
  const allLines = [...groups.flatMap(({ lines }) => lines), ...ofSite];
  const names = new Set(allLines.flatMap(({ attachment }) => (attachment.file ? [attachment.file.nome] : [])));
  const openings = allLines.flatMap(({ attachment }) => attachment.opening ?? []);
  const { commessa, giorno, destinatario, sanitari } = body;
  const common = { dossierGiorno: giorno, dossierDestinatario: destinatario, dossierSanitari: sanitari };
  const gruppi: DossierGroup[] = [
    ...groups.map(({ one, lines }) => ({
      titolo: [SUBJECT[one.soggetto], one.matricola, one.nome].filter(Boolean).join(' '),
      esito: ESITO[one.esito],
      righe: lines.map(toLine),
    })),
    ...(ofSite.length === 0
      ? []
      : [{ titolo: 'Fra i presenti sul cantiere', esito: ESITO[compiled.cantiere.esito], righe: ofSite.map(toLine) }]),
  ];
  const workers = compiled.data.filter(({ soggetto }) => soggetto === 'lavoratore').map(({ matricola }) => matricola);
  const machines = compiled.data.filter(({ soggetto }) => soggetto !== 'lavoratore').map(({ matricola }) => matricola);
  const ofWorker = (matricola: string): DossierOfWorker => {
    const dossier = {
      ...common,
      dossierCantiere: commessa,
      dossierDocumenti: [
        ...new Set(
          allLines.flatMap(({ row, attachment }) =>
            attachment.of?.subject.soggetto === 'lavoratore' && attachment.of.id === matricola ? [kindFound(row)] : [],
          ),
        ),
      ],
    };
    return { ...dossier, dossierTesto: wordsOfWorker(dossier) };
  };
  const toldOfSite = { ...common, dossierLavoratori: workers, dossierMacchinari: machines, dossierFile: names.size };
  return {
    openings: [...new Map(openings.map((one) => [`${one.path}/${one.version}`, one])).values()],
    files: names.size,
    data: {
      nome: `dossier-${commessa}-${giorno}`,
      titolo: `Dossier del cantiere ${commessa}`,
      intestazione: headOf(site, body, identity, now),
      ditta: deps.config.DITTA,
      gruppi,
      fatti: [
        {
          registro: 'cantieri',
          chiave: commessa,
          comando: derivedCommandId(commandId, `dossier/cantieri/${commessa}`),
          dati: toldOfSite,
        },
        ...workers.map((matricola) => ({
          registro: 'personale' as const,
          chiave: matricola,
          comando: derivedCommandId(commandId, `dossier/personale/${matricola}`),
          dati: ofWorker(matricola),
        })),
      ],
    },
  };
}

const SUBJECT = { lavoratore: 'Lavoratore', macchina: 'Macchinario', noleggio: 'Noleggio' } as const;
const ESITO: Readonly<Record<Esito, string>> = { si: 'Idoneo', riserva: 'Con riserva', no: 'Non idoneo' };
const STATE = { assente: 'Assente', scaduto: 'Scaduto', in_scadenza: 'In scadenza' } as const;

const kindFound = ({ trovato, tipo_nome }: RigaDossier): string => trovato?.tipo_nome ?? tipo_nome;

function toLine({ row, attachment: { file, avviso } }: Line): DossierLine {
  const { trovato, tipo_nome, soggetto, sanitario, problema, richiesto } = row;
  const otherKind = trovato && trovato.tipo_nome !== tipo_nome ? `: ${trovato.tipo_nome}` : '';
  const holder = soggetto === 'cantiere' && trovato ? ` (${trovato.di})` : '';
  // a health document that is not included shows only its state, without its date
  const showsValidity = trovato !== null && (sanitario === 0 || file !== null);
  return {
    documento: `${tipo_nome}${otherKind}${holder}${richiesto ? '' : ' (non richiesto)'}`,
    stato: problema === null ? 'Valido' : STATE[problema],
    validita: !showsValidity ? '' : (trovato.scadenza ?? 'senza scadenza'),
    file,
    avviso,
  };
}

const TIME = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', timeStyle: 'short' });

const headOf = (
  site: ListRowOf<typeof cantieri>,
  { giorno, destinatario, sanitari }: DossierOrder['body'],
  { memberID }: Identity,
  now: Date,
): string[] => [
  [`Cantiere ${String(site.commessa)}`, site.committente, site.comune].filter(Boolean).join(', '),
  `Documenti validi al ${giorno}`,
  `Preparato il ${romeDate(now)} alle ${TIME.format(now)} da ${memberID}${destinatario ? `, per ${destinatario}` : ''}`,
  sanitari === 1 ? 'Dati sanitari: il solo giudizio di idoneità' : 'Dati sanitari: il solo stato, nessun documento',
];
