import { romeDate } from '#contracts/core/dates.ts';
import { ambito } from '#contracts/core/permissions.ts';
import { datiMacchina } from '#contracts/registers/dati-macchina.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { elenca } from '#projections/registers/register.queries.ts';
import { machineInScadenza } from '#projections/scadenze/scadenze.queries.ts';
import { richiedi } from '#services/platform/http/permissions.ts';
import type { Dipendenze, Module, Rotta } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';

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
