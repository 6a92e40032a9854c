import type { Request, Response } from 'express';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identita } from '#contracts/core/permissions.ts';
import { richiedi } from '#services/platform/http/permissions.ts';
import { attendi, mittenteDi } from '#services/platform/http/write-answer.ts';
import type { Contesto, Dipendenze, Module } from '#services/platform/module.ts';
import { nuovoNome } from '#services/platform/files/results.ts';
import { apriFile } from './open-file.ts';
import { caricaFile } from '#services/registers/upload-document.ts';
import { troppoGrande } from '#services/platform/files/content-check.ts';
import { destinazione } from './destination.ts';
import { eliminaFile } from './delete-file.ts';
import { esisteFile } from './file-exists.ts';
import { percorsoLogico } from '#services/platform/files/logical-path.ts';
import { conPosto } from '../noleggi/free-name.ts';
import { esigiLettura, esigiScrittura, proprietaDi, type Proprieta } from '#services/registers/file-owner.ts';
import { conRicevuto } from '#services/platform/files/receive-upload.ts';

const MEGA = 1_048_576;
const testo = z.string({ error: 'Serve un testo' }).max(2000, { error: 'Testo troppo lungo' });
const comune = { percorso: testo.optional(), file: testo.optional(), matricola: testo.optional(), data: testo.optional() };
const versione = z.coerce.number({ error: 'Serve un numero' }).int({ error: 'Serve un numero intero' }).min(1, { error: 'La prima versione è la 1' }).max(999_999_999);
const corpo = z.discriminatedUnion('operazione', [
  z.object({ ...comune, operazione: z.literal('prendi'), versione: versione.optional() }),
  z.object({ ...comune, operazione: z.literal('elimina') }),
  z.object({ ...comune, operazione: z.literal('exist') }),
], { error: 'Operazione sconosciuta: prendi, elimina oppure exist' });

type Corpo = z.infer<typeof corpo>;

/** Documents and photos: upload, short-lived names, streaming, removal. */
export function moduloArchivio(dip: Dipendenze): Module {
  return {
    nome: 'archivio',
    rotte: [
      { metodo: 'POST', path: '/api/ftp', descrizione: 'Apre, elimina o cerca un file dell’archivio', permesso: 'sessione', gestisci: (req, res, c) => operazione(dip, req, res, c) },
      { metodo: 'POST', path: '/api/ftp/caricaDoc', descrizione: 'Carica un documento o una foto (multipart)', permesso: 'sessione', corpoLibero: true, gestisci: (req, res, c) => carica(dip, req, res, c) },
      { metodo: 'GET', path: '/file', descrizione: 'Il contenuto dietro un nome di breve durata', permesso: 'pubblica', gestisci: (req, res) => apriFile(dip, req, res) },
    ],
  };
}

async function operazione(dip: Dipendenze, req: Request, res: Response, contesto: Contesto): Promise<void> {
  const richiesta = corpo.parse(req.body ?? {});
  const identita = richiedi(contesto.identita);
  if (richiesta.operazione === 'exist') return void res.json({ message: await esisteFile(dip, richiesta, identita) });
  if (richiesta.operazione === 'prendi') return void res.json({ message: { name: await prendi(dip, richiesta, identita) } });
  const percorso = percorsoDi(richiesta);
  const proprieta = await proprietaDi(dip.letture, percorso);
  esigiScrittura(identita, proprieta, 'delete');
  const { versione: v, posizione } = await eliminaFile(dip, { percorso, proprieta, mittente: mittenteDi(req, contesto), versioneLetta: contesto.versioneLetta });
  await attendi(dip, res, posizione);
  res.json({ message: { affectedRows: 1, versione: v } });
}

/** The name carries the version it was given for: what is opened is what was there when it was asked. */
async function prendi(dip: Dipendenze, richiesta: Extract<Corpo, { operazione: 'prendi' }>, identita: Identita): Promise<string> {
  const percorso = percorsoDi(richiesta);
  esigiLettura(identita, await proprietaDi(dip.letture, percorso));
  const letto = await dip.files.leggi(percorso, richiesta.versione);
  return nuovoNome(dip, { percorso, versione: letto.versione });
}

async function carica(dip: Dipendenze, req: Request, res: Response, contesto: Contesto): Promise<void> {
  const identita = richiedi(contesto.identita);
  const maxByte = Math.floor(dip.config.MAX_UPLOAD_MB * MEGA);
  if (Number(req.headers['content-length'] ?? 0) > maxByte * 4 + MEGA) {
    res.set('Connection', 'close');
    throw troppoGrande(maxByte);
  }
  const fatto = await conRicevuto(req, resolve(dip.config.DATI_DIR, 'temp'), maxByte, async (arrivato) => conPosto(dip, destinazione(arrivato.campi), arrivato, async (percorso) => {
    const proprieta = await proprietaDi(dip.letture, percorso);
    if (!proprieta) throw new DomainError('SCONOSCIUTO', { messaggio: 'Il record a cui appartiene questo file non esiste.' });
    esigiScrittura(identita, proprieta, 'edit');
    verificaNome(percorso, proprieta);
    return caricaFile(dip, { percorso, proprieta, contenuto: () => createReadStream(arrivato.file), mittente: mittenteDi(req, contesto), versioneLetta: contesto.versioneLetta });
  }));
  const { posizione, ...message } = fatto;
  await attendi(dip, res, posizione);
  res.status(201).json({ message });
}

/** Nothing is stored under a name that no field of its record stands for. */
function verificaNome(percorso: string, { record, atteso }: Proprieta): void {
  const haCampo = record.some((r) => r.campo !== null) || record.length === 0;
  if (!haCampo && !atteso) throw new DomainError('PERCORSO_NON_VALIDO', { messaggio: `Nessun documento del record si chiama ${percorso.slice(percorso.lastIndexOf('/') + 1)}.` });
}

function percorsoDi({ percorso, file, matricola }: Corpo): string {
  if (percorso) return percorsoLogico(percorso);
  const nome = percorsoLogico(file);
  return matricola && !nome.includes('/') ? percorsoLogico(`${matricola}/${nome}`) : nome;
}
