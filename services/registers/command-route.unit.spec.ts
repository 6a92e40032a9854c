import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { factOf } from '#contracts/core/facts.ts';
import { exampleEvents, exampleRegister } from '#contracts/core/example-register.testing.ts';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import type { Command, Sender } from '#contracts/ports/dispatch.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { changeCommand, command } from '../platform/command.ts';
import type { Context } from '../platform/module.ts';
import { commandRoute } from './command-route.ts';

const calibrate = command('tara', {
  of: exampleEvents,
  on: exampleRegister,
  right: 'edit',
  body: z.strictObject({ peso: z.number() }),
  records: ['AttrezzoTarato.v1'],
  decide: ({ key, body }) => [factOf(exampleEvents, 'AttrezzoTarato.v1', { matricola: String(key), peso: body.peso })],
});
const own = changeCommand('saluta', { on: meccanici, right: 'self', body: z.record(z.string(), z.string()), values: ({ body }) => body });

const context: Context = {
  identity: { memberID: 'anna', groupID: 2, permessi: { macchinari: EVERYTHING } },
  session: null,
  correlationId: 'c-1',
  commandId: 'comando-1',
  readVersion: 4,
};

/** Calls the route; returns the dispatched commands, the awaited positions and the response. */
async function call(body: unknown, { theCommand = calibrate as never, position = '7' as string | null } = {}) {
  const sent: { command: Command; sender: Sender }[] = [];
  const waited: string[] = [];
  const answered: Record<string, unknown> = {};
  const res = {
    set: (name: string, value: string) => ((answered[name] = value), res),
    json: (value: unknown) => ((answered['body'] = value), res),
  };
  const deps = {
    dispatch: async (asked: Command, sender: Sender) => {
      sent.push({ command: asked, sender });
      return { key: 'T1', version: 5, position };
    },
    readModelWait: { until: async (until: string) => (waited.push(until), true) },
  };
  await commandRoute(theCommand, deps as never, 'Tara.').handle({ body, headers: {} } as Request, res as unknown as Response, context);
  return { sent, waited, answered };
}

describe('la chiamata di un comando', () => {
  it('ha l’indirizzo, il permesso e il corpo del comando, con la chiave accanto', () => {
    const { method, path, permission, schema } = commandRoute(calibrate, {} as never, 'Tara.');
    expect([method, path, permission]).toEqual(['POST', '/api/attrezzi/tara', { access: exampleRegister.access, action: 'edit' }]);
    expect(schema?.body?.safeParse({ matricola: 'T1', peso: 2 }).success).toBe(true);
    expect(schema?.body?.safeParse({ peso: 2 }).success).toBe(false);
    expect(commandRoute(own, {} as never, 'Saluta.').permission).toBe('session');
  });

  it.each(['matricola', 'chiave'])('la chiave sta in %s; il resto del corpo è del comando, la versione di chi ha letto', async (name) => {
    const { sent, waited, answered } = await call({ [name]: 'T1', peso: 2 });
    expect(sent).toMatchObject([
      {
        command: { register: 'attrezzi', action: 'named', name: 'tara', key: 'T1', body: { peso: 2 }, readVersion: 4 },
        sender: { commandId: 'comando-1', correlationId: 'c-1', identity: { memberID: 'anna' } },
      },
    ]);
    expect(sent[0]?.command).toHaveProperty('body', { peso: 2 });
    expect(waited).toEqual(['7']);
    expect(answered).toEqual({ ETag: '"5"', body: { message: { affectedRows: 1, versione: 5 } } });
  });

  it('dove niente è cambiato non conta righe', async () => {
    const { waited, answered } = await call({ matricola: 'T1', peso: 2 }, { position: null });
    expect([waited, answered['body']]).toEqual([[], { message: { affectedRows: 0, versione: 5 } }]);
  });

  it.each([[null], [{}], [{ matricola: ' ' }], [[]]])('senza chiave si rifiuta: %j', async (body) => {
    await expect(call(body)).rejects.toMatchObject({ code: 'RICHIESTA_NON_VALIDA' });
  });
});
