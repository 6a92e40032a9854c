import type { Request, Response } from 'express';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { ambito, type Identita } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { elenca } from '#projections/registers/register.queries.ts';
import type { Dipendenze, Module } from '#services/platform/module.ts';
import { leggiChiave } from '#services/registers/keys.ts';
import { leggiVisibile } from '#services/registers/read.ts';
import { visiteInMemoria, type Visite } from './visit-limit.ts';
import { schedaPubblica } from './public-card.ts';

const MACCHINE = macchinari as AnyRegister;

/** `GET api/qrcode`: what a scanned code opens, with a session and without. */
export function moduloQrcode(dip: Dipendenze, visite: Visite = visiteInMemoria()): Module {
  return {
    nome: 'qrcode',
    rotte: [{
      metodo: 'GET', path: '/api/qrcode', permesso: 'pubblica',
      descrizione: 'Il macchinario di un codice QR (matricola). Senza sessione solo i campi della sua pagina pubblica, con un limite di richieste per indirizzo; con la sessione tutti i campi, e senza matricola l’elenco.',
      async gestisci(req, res, { identita }) {
        const cercata = [req.query['matricola'], req.query['id']].find((valore) => valore !== undefined && valore !== '');
        if (identita) return conSessione(dip, res, identita, cercata);
        await senzaSessione(dip, visite, req, res);
      },
    }],
  };
}

/** The register's own rules: all fields, of what the person may see. */
async function conSessione(dip: Dipendenze, res: Response, identita: Identita, cercata: unknown): Promise<void> {
  const quali = ambito(identita, MACCHINE.accesso, 'view');
  if (quali === 'none') throw new DomainError('NON_PERMESSO');
  if (cercata !== undefined) return void res.json({ data: [await leggiVisibile(dip, MACCHINE, leggiChiave(MACCHINE, cercata), identita)] });
  const { righe } = await elenca(dip.letture, MACCHINE, { ambito: quali, utente: identita.memberID }, romeDate(dip.clock.now()));
  res.json({ data: righe });
}

/** One machine, by the name on its label; a session that has ended is told so. */
async function senzaSessione(dip: Dipendenze, visite: Visite, req: Request, res: Response): Promise<void> {
  const { matricola } = req.query;
  if (matricola === undefined || matricola === '' || req.headers.authorization !== undefined) throw new DomainError('SESSIONE_ASSENTE');
  await visite.conta(req.ip ?? '');
  res.json({ data: [await schedaPubblica(dip, leggiChiave(MACCHINE, matricola))] });
}
