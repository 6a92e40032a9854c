import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import type { Mittente } from '#contracts/ports/dispatch.ts';
import { chiaveRecord } from '#contracts/core/history.ts';
import { suRecord } from '#services/registers/upload-document.ts';
import { estensione, percorsoLogico } from '#services/platform/files/logical-path.ts';
import { esigiScrittura, proprietaDi, type Proprieta } from '#services/registers/file-owner.ts';
import { commandIdDerivato, esegui } from '#services/registers/command-handling.ts';
import { decidiRinominato, streamDelFile } from '#services/registers/documents.decider.ts';
import type { Dipendenze } from '#services/platform/module.ts';

const testo = z.string({ error: 'Serve un testo' });
export const corpoRinomina = z.object({
  rename: z.union([z.literal(true), z.literal('true')]),
  path: z.array(z.object({ from: testo, to: testo }), { error: 'Serve un elenco di nomi' })
    .min(1, { error: 'Nessun file da rinominare' }).max(200, { error: 'Al massimo 200 file per volta' }),
});

interface Passo {
  da: string;
  a: string;
  proprieta: Proprieta;
  /** What the events of this step are derived from; the same for a repeated request. */
  commandId: string;
  /** A request whose answer was lost did it already. */
  gia: boolean;
}

export interface Rinominati {
  affectedRows: number;
  /** Version of the last record that names one of the files; `null` when none does. */
  versione: number | null;
  posizione: string | null;
}

/**
 * All or none: everything is looked at first; what fails afterwards takes back the steps before it,
 * on disk and (as one more fact, since nothing is ever unsaid) in the records.
 */
export async function rinomina(dip: Dipendenze, coppie: z.infer<typeof corpoRinomina>['path'], mittente: Mittente): Promise<Rinominati> {
  const passi = await verifica(dip, coppie, mittente);
  const fatti: Passo[] = [];
  let esito: Omit<Rinominati, 'affectedRows'> = { versione: null, posizione: null };
  try {
    for (const passo of passi) {
      const fatto = await compi(dip, passo, mittente);
      fatti.push(passo);
      esito = { versione: fatto.versione ?? esito.versione, posizione: fatto.posizione ?? esito.posizione };
    }
  } catch (error) {
    await disfa(dip, fatti, mittente);
    throw error;
  }
  return { affectedRows: fatti.length, ...esito };
}

async function verifica(dip: Dipendenze, coppie: readonly { from: string; to: string }[], mittente: Mittente): Promise<Passo[]> {
  const passi: Passo[] = [];
  const mete = new Set<string>();
  for (const { from, to } of coppie) {
    const [da, a] = [percorsoLogico(from), percorsoLogico(to)];
    if (da === a) continue;
    if (estensione(da) !== estensione(a)) throw new DomainError('ESTENSIONE_DIVERSA');
    const proprieta = await proprietaDelPasso(dip, da, a, mittente);
    const passo = await comeRipetuto(dip, { da, a, proprieta, commandId: commandIdDerivato(mittente.commandId, `rinomina ${da} ${a}`), gia: false });
    if (!passo.gia) await verificaFile(dip, da, a, mete);
    mete.add(a);
    passi.push(passo);
  }
  return passi;
}

/** Both names belong to the same records; the field is the one that has the old name, or already the new. */
async function proprietaDelPasso(dip: Dipendenze, da: string, a: string, { identita }: Mittente): Promise<Proprieta> {
  const proprieta = await proprietaDi(dip.letture, da);
  esigiScrittura(identita, proprieta, 'edit');
  const meta = await proprietaDi(dip.letture, a);
  if (!meta || !stessoProprietario(proprieta, meta)) {
    throw new DomainError('PERCORSO_NON_VALIDO', { messaggio: `Il file può cambiare nome solo fra quelli dello stesso record: ${a}` });
  }
  return { ...proprieta, record: proprieta.record.map((r, i) => ({ ...r, campo: r.campo ?? meta.record[i]?.campo ?? null })) };
}

async function verificaFile({ files }: Dipendenze, da: string, a: string, mete: ReadonlySet<string>): Promise<void> {
  if (!(await files.info(da))) throw new DomainError('FILE_ASSENTE', { messaggio: `Il file ${da} non esiste nell'archivio.` });
  if (mete.has(a) || (await files.info(a))) throw new DomainError('DESTINAZIONE_OCCUPATA', { messaggio: `Esiste già un file con il nome ${a}.` });
}

/** Recorded by this command before: done, if the file has moved; taken back, if it is still there. */
async function comeRipetuto({ store, files }: Dipendenze, passo: Passo): Promise<Passo> {
  for (const { id, padre } of passo.proprieta.record) {
    const stream = streamDelFile({ def: passo.proprieta.def, id, padre });
    const eventi = await store.read(stream);
    if (!eventi.some((e) => e.metadata.commandId === commandIdDerivato(passo.commandId, stream))) continue;
    return (await files.info(passo.da)) ? { ...passo, commandId: randomUUID() } : { ...passo, gia: true };
  }
  return passo;
}

function stessoProprietario(uno: Proprieta, altro: Proprieta): boolean {
  const ids = (p: Proprieta) => p.record.map((r) => r.id).join('\n');
  return altro.def === uno.def && ids(altro) === ids(uno);
}

async function compi(dip: Dipendenze, passo: Passo, mittente: Mittente): Promise<Omit<Rinominati, 'affectedRows'>> {
  const info = passo.gia ? await dip.files.info(passo.a) : await dip.files.rinomina(passo.da, passo.a);
  try {
    return await registra(dip, passo, info?.versione ?? 1, mittente);
  } catch (error) {
    if (!passo.gia) await dip.files.rinomina(passo.a, passo.da);
    throw error;
  }
}

async function registra(dip: Dipendenze, { da, a, proprieta, commandId }: Passo, file_versione: number, mittente: Mittente) {
  let esito: Omit<Rinominati, 'affectedRows'> = { versione: null, posizione: null };
  for (const su of suRecord(proprieta, mittente)) {
    const stream = streamDelFile(su);
    const { stato, posizione } = await esegui(dip, {
      stream,
      mittente: { ...mittente, commandId: commandIdDerivato(commandId, stream) },
      decidi: (prima) => decidiRinominato(su, da, { percorso: a, file_versione }, prima),
    });
    esito = { versione: stato.get(chiaveRecord(su.def.path, su.id))?.versione ?? null, posizione: posizione ?? esito.posizione };
  }
  return esito;
}

async function disfa(dip: Dipendenze, fatti: readonly Passo[], mittente: Mittente): Promise<void> {
  for (const { da, a, proprieta } of fatti.toReversed()) {
    const info = await dip.files.rinomina(a, da);
    await registra(dip, { da: a, a: da, proprieta, commandId: randomUUID(), gia: false }, info.versione, mittente);
  }
}
