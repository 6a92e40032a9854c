import { romeDate } from '#contracts/dates.ts';
import { ambito } from '#contracts/permessi.ts';
import { datiMacchina } from '#contracts/registri/dati-macchina.ts';
import type { AnyRegister } from '#contracts/registri/define-register.ts';
import { macchinari } from '#contracts/registri/macchinari.ts';
import { manutMacchinari } from '#contracts/registri/manut-macchinari.ts';
import { elenca } from '#projections/registri/register.queries.ts';
import { machineInScadenza } from '#projections/scadenze/scadenze.queries.ts';
import { richiedi } from '../http/permessi.ts';
import type { Dipendenze, Module, Rotta } from '../module.ts';
import { registerModule } from '../registri/register-module.ts';

const MACCHINE = macchinari as AnyRegister;

/** Machines with their data and plan rows, all three in the stream of the machine. */
export function moduloMacchinari(dip: Dipendenze): Module {
  const registri = [MACCHINE, datiMacchina as AnyRegister, manutMacchinari as AnyRegister];
  return { nome: 'macchinari', rotte: [...registri.flatMap((def) => registerModule(def, dip).rotte), rottaScadenze(dip)] };
}

function rottaScadenze(dip: Dipendenze): Rotta {
  return {
    metodo: 'GET', path: '/api/scadenzaManutenzioni', permesso: { accesso: MACCHINE.accesso, azione: 'view' },
    descrizione: 'Le macchine con una manutenzione da fare: le ore attuali hanno raggiunto quelle della scadenza.',
    async gestisci(_req, res, contesto) {
      const identita = richiedi(contesto.identita);
      const righe = await machineInScadenza(dip.letture);
      if (ambito(identita, MACCHINE.accesso, 'view') === 'all') return void res.json({ data: righe });
      const proprie = await elenca(dip.letture, MACCHINE, { ambito: 'own', utente: identita.memberID }, romeDate(dip.clock.now()));
      const matricole = new Set(proprie.righe.map((riga) => riga['matricola']));
      res.json({ data: righe.filter((riga) => matricole.has(riga.matricola)) });
    },
  };
}
