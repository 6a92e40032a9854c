import { romeDate } from '#contracts/core/dates.ts';
import { scope } from '#contracts/core/permissions.ts';
import { datiMacchina } from '#contracts/registers/dati-macchina.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { elenca } from '#projections/registers/register.queries.ts';
import { machineInScadenza } from '#projections/scadenze/scadenze.queries.ts';
import { require } from '#services/platform/http/permissions.ts';
import type { Dependencies, Module, Route } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';

const MACCHINE = macchinari as AnyRegister;

/** Machines with their data and plan rows, all three in the stream of the machine. */
export function macchinariModule(deps: Dependencies): Module {
  const registers = [MACCHINE, datiMacchina as AnyRegister, manutMacchinari as AnyRegister];
  return { name: 'macchinari', routes: [...registers.flatMap((def) => registerModule(def, deps).routes), scadenzeRoute(deps)] };
}

function scadenzeRoute(deps: Dependencies): Route {
  return {
    method: 'GET', path: '/api/scadenzaManutenzioni', permission: { access: MACCHINE.access, action: 'view' },
    description: 'Le macchine con una manutenzione da fare: le ore attuali hanno raggiunto quelle della scadenza.',
    async handle(_req, res, context) {
      const identity = require(context.identity);
      const rows = await machineInScadenza(deps.readDb);
      if (scope(identity, MACCHINE.access, 'view') === 'all') return void res.json({ data: rows });
      const own = await elenca(deps.readDb, MACCHINE, { scope: 'own', utente: identity.memberID }, romeDate(deps.clock.now()));
      const matricole = new Set(own.rows.map((row) => row['matricola']));
      res.json({ data: rows.filter((row) => matricole.has(row.matricola)) });
    },
  };
}
