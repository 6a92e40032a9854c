/** Bare name of a logical path: `A0112/A0112_CE.pdf` → `A0112_CE.pdf`. */
export const nomeDi = (percorso: string): string => percorso.slice(percorso.lastIndexOf('/') + 1);

/** The same folder, another name. */
export const conNome = (percorso: string, nome: string): string => percorso.slice(0, percorso.lastIndexOf('/') + 1) + nome;

const estensione = (nome: string): string => /\.[^.]+$/.exec(nome)?.[0].toLowerCase() ?? '';

/** Why a file cannot be called so, or `null`. */
export function nomeSbagliato(percorso: string, prima: string): string | null {
  const [nome, era] = [nomeDi(percorso), nomeDi(prima)];
  const radice = nome.slice(0, nome.length - estensione(nome).length);
  if (radice.trim() === '') return 'Serve un nome';
  // oxlint-disable-next-line no-control-regex -- control characters are what it refuses
  if (/[\u0000-\u001F\u007F\\:*?"<>|]/.test(nome)) return 'Contiene caratteri non ammessi';
  if (estensione(nome) !== estensione(era)) return `Il nome deve finire con ${estensione(era)}`;
  return nome.length > 200 ? 'Al massimo 200 caratteri' : null;
}

export interface Rinomina {
  campo: string;
  from: string;
  to: string;
}

/** Files whose name was edited: the record still names them as before. */
export function rinominati(campi: readonly string[], base: Readonly<Record<string, unknown>>, values: Readonly<Record<string, unknown>>): Rinomina[] {
  return campi.flatMap((campo) => {
    const [from, to] = [base[campo], values[campo]];
    return typeof from === 'string' && typeof to === 'string' && from !== to ? [{ campo, from, to }] : [];
  });
}
