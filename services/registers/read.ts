import type { Request } from 'express';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { ambito, type Identita } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { registro } from '#contracts/registers/index.ts';
import { elenca, leggiUno, type Filtri, type RigaElenco } from '#projections/registers/register.queries.ts';
import { leggiElenco } from './list-query.ts';
import { richiedi } from '../platform/http/permissions.ts';
import type { Dipendenze, Rotta } from '../platform/module.ts';
import { autorizzaLettura } from './authorise.ts';
import { leggiChiave, leggiPadre } from './keys.ts';
import type { OpzioniModulo } from './register-module.ts';

type Serve = Pick<Dipendenze, 'letture' | 'clock'>;

export function rottaLeggi(def: AnyRegister, dip: Serve, opzioni: OpzioniModulo = {}): Rotta {
  return {
    metodo: 'GET', path: `/api/${def.path}`, permesso: { accesso: def.accesso, azione: 'view' },
    descrizione: `Elenco: ${def.etichette.molti}. Senza parametri tutto quello che si può vedere; con pagina, righe, ordina, cerca o filtri una pagina con il totale; con la chiave un record solo.`,
    async gestisci(req, res, contesto) {
      const identita = richiedi(contesto.identita);
      const grezza = parametro(req, nomiDellaChiave(def, opzioni));
      if (grezza !== undefined) {
        const riga = await leggiVisibile(dip, def, leggiChiave(def, grezza), identita);
        res.set('ETag', `"${String(riga['versione'])}"`).json({ data: [riga] });
        return;
      }
      const padre = def.parent ? await filtroDelPadre(dip, def, req, identita, opzioni) : {};
      const richiesta = leggiElenco(req.query, def.list.pageSize);
      const filtri = { ...richiesta?.filtri, ...padre };
      const { righe, totale } = await elenca(
        dip.letture, def,
        { ...richiesta, filtri, ambito: ambito(identita, def.accesso, 'view'), utente: identita.memberID },
        romeDate(dip.clock.now()),
      );
      res.json(richiesta ? { data: righe, totale: totale ?? righe.length } : { data: righe });
    },
  };
}

/** The record as the read table has it; 404 when there is none or it is not the person's to see. */
export async function leggiVisibile(dip: Pick<Serve, 'letture'>, def: AnyRegister, chiave: string | number, identita: Identita): Promise<RigaElenco> {
  const riga = await leggiUno(dip.letture, def, chiave);
  if (!riga) throw new DomainError('SCONOSCIUTO');
  autorizzaLettura(def, identita, await proprietarioDellaRiga(dip, def, riga));
  return riga;
}

/** A child belongs to the owner of its parent. */
async function proprietarioDellaRiga(dip: Pick<Serve, 'letture'>, def: AnyRegister, riga: RigaElenco): Promise<string | undefined> {
  const padre = def.parent && registro(def.parent.register);
  if (!padre || !def.parent) return riga['utente'] as string;
  const sopra = await leggiUno(dip.letture, padre, riga[def.parent.field] as string | number);
  return sopra?.['utente'] as string | undefined;
}

/** Children of one parent, which must be visible. */
async function filtroDelPadre(dip: Serve, def: AnyRegister, req: Request, identita: Identita, { idDelPadre }: OpzioniModulo): Promise<Filtri> {
  const padre = def.parent && registro(def.parent.register);
  if (!padre || !def.parent) return {};
  const { field } = def.parent;
  const grezzo = parametro(req, idDelPadre ? [field, 'id'] : [field]);
  if (grezzo === undefined) return {};
  const chiave = leggiPadre(def, grezzo);
  await leggiVisibile(dip, padre, chiave, identita);
  return { [field]: chiave };
}

function nomiDellaChiave(def: AnyRegister, { idDelPadre }: OpzioniModulo): string[] {
  const propria = def.parent?.field === def.key.field ? [] : [def.key.field];
  const nomi = def.key.kind === 'sequence' ? ['chiave', ...propria, 'id'] : ['chiave', ...propria];
  return idDelPadre ? nomi.filter((nome) => nome !== 'id') : nomi;
}

function parametro(req: Request, nomi: readonly string[]): unknown {
  return nomi.map((nome) => req.query[nome]).find((valore) => valore !== undefined);
}
