import { isCalendarDate, normaliseDate } from '#contracts/core/dates.ts';
import { campiFile, percorsoFile, percorsoManutenzione } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { haFormaNoleggio } from '#contracts/modules/noleggi.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { macchinari as registroMacchinari } from '#contracts/registers/macchinari.ts';
import { tipoErrato } from '#services/platform/files/content-check.ts';
import { noleggi, percorsoNoleggio } from '../noleggi/noleggio-files.ts';
import { estensione, nomeFile, percorsoLogico } from '#services/platform/files/logical-path.ts';
import { campoPerNome } from '#services/registers/file-owner.ts';

const macchinari = registroMacchinari as unknown as AnyRegister;

/**
 * Where an upload goes, by the fields that came with it: `percorso`; or `matricola` and
 * `nomeManutenzione` with `docMacch` true (a machine's document); or `matricola` and `data` (the
 * sheet of a maintenance). With a rental's matricola: its document, photo or contract, by its name.
 */
export function destinazione(campi: Readonly<Record<string, string>>): string {
  if (campi['percorso']) return percorsoLogico(campi['percorso']);
  const noleggio = campi['matricola']?.trim();
  if (noleggio && haFormaNoleggio(noleggio)) return fileDiNoleggio(noleggio, percorsoLogico(obbligatorio(campi, 'nomeManutenzione')));
  const { docMacch = campi['data'] ? 'false' : 'true' } = campi;
  if (docMacch !== 'true' && docMacch !== 'false') throw campoErrato('docMacch', 'Serve true oppure false');
  const matricola = nomeFile(obbligatorio(campi, 'matricola'));
  if (docMacch === 'false' && campi['data']) return percorsoLogico(percorsoManutenzione(matricola, giorno(campi['data'])));
  const nome = nomeFile(obbligatorio(campi, 'nomeManutenzione'));
  return docMacch === 'true' ? documento(matricola, nome) : percorsoLogico(`${matricola}/${conPdf(nome)}`);
}

/** The standard path of the document the name stands for. */
function documento(matricola: string, nome: string): string {
  const campo = campoPerNome(macchinari, matricola, nome);
  if (!campo) {
    const suffissi = campiFile(macchinari).map((c) => c.suffisso).join(', ');
    throw new DomainError('PERCORSO_NON_VALIDO', { messaggio: `Il nome deve essere ${matricola}_SUFFISSO, con SUFFISSO fra: ${suffissi}.` });
  }
  const ammesse = campo.kind === 'photo' ? ['', '.jpg', '.jpeg'] : ['', '.pdf'];
  if (!ammesse.includes(estensione(nome))) throw tipoErrato(campo.kind === 'photo' ? 'jpeg' : 'pdf');
  return percorsoLogico(percorsoFile(matricola, campo));
}

function fileDiNoleggio(matricola: string, nome: string): string {
  const percorso = percorsoNoleggio(matricola, nome);
  if (percorso) return percorso;
  const senzaEstensione = nome.slice(0, nome.length - estensione(nome).length);
  const inteso = estensione(nome) === '' ? null : percorsoNoleggio(matricola, senzaEstensione);
  if (inteso) throw tipoErrato(estensione(inteso) === '.jpg' ? 'jpeg' : 'pdf');
  const suffissi = campiFile(noleggi).map((c) => c.suffisso).join(', ');
  throw new DomainError('PERCORSO_NON_VALIDO', {
    messaggio: `Il nome deve essere ${matricola}_SUFFISSO, con SUFFISSO fra: ${suffissi}; per una foto AAAA-MM-GG_${matricola}, per un contratto ${matricola}_CONTRATTO_AAAA-MM-GG.`,
  });
}

export function giorno(testo: string): string {
  const data = normaliseDate(testo);
  if (typeof data !== 'string' || !isCalendarDate(data)) throw campoErrato('data', 'Serve una data AAAA-MM-GG');
  return data;
}

export const conPdf = (nome: string): string => (estensione(nome) === '' ? `${nome}.pdf` : nome);

function obbligatorio(campi: Readonly<Record<string, string>>, nome: string): string {
  const valore = campi[nome]?.trim();
  if (!valore) throw campoErrato(nome, 'Campo obbligatorio');
  return valore;
}

function campoErrato(campo: string, messaggio: string): DomainError {
  return new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio }] });
}
