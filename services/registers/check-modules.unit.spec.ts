import { factOf } from '#contracts/core/facts.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exampleRegister, exampleEvents, exampleCatalogue } from '#contracts/core/example-register.testing.ts';
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { command } from '../platform/command.ts';
import type { Declaration, Module, Route } from '../platform/module.ts';
import { checkModules } from './check-modules.ts';

const route = (method: Route['method'], path = '/api/attrezzi'): Route => ({
  method,
  path,
  description: '',
  permission: 'session',
  handle: async () => {},
});
const routes = [route('GET'), route('POST'), route('PUT'), route('DELETE')];
const tara = command('tara', {
  of: exampleEvents,
  on: exampleRegister,
  right: 'edit',
  body: z.strictObject({ peso: z.number() }),
  records: ['AttrezzoTarato.v1'],
  decide: ({ key, body }) => [factOf(exampleEvents, 'AttrezzoTarato.v1', { matricola: String(key), peso: body.peso })],
});
const zip = job(esportaAllegati, async () => ({}));
const whole: Module & Declaration = { name: 'attrezzi', routes, commands: [tara] };
const wrong = (modules: readonly (Module & Declaration)[]) => checkModules(exampleCatalogue, modules, modules);

describe('the modules of the write side', () => {
  it('fit a catalogue whose registers they answer', () => expect(wrong([whole])).toEqual([]));

  it.each([
    ['a register that no module answers', [{ ...whole, routes: routes.slice(1) }], 'attrezzi: no module answers GET /api/attrezzi'],
    ['a call that two answer', [whole, { name: 'altro', routes: [route('PUT')] }], 'two modules answer PUT /api/attrezzi'],
    ['two modules of one name', [whole, { name: 'attrezzi', routes: [] }], 'two modules are called attrezzi'],
    ['a command that two bring', [whole, { name: 'altro', routes: [], commands: [tara] }], 'two modules bring the command attrezzi.tara'],
    [
      'a command that records what no module declares',
      [{ ...whole, commands: [{ ...tara, records: ['AttrezzoTaratto.v1'] }] }],
      'the command attrezzi.tara records AttrezzoTaratto.v1, which no module declares',
    ],
    [
      'a command on a register that is not there',
      [{ ...whole, commands: [{ ...tara, register: macchinari }] }],
      'the command tara is on macchinari, which is no register',
    ],
    [
      'a rule on a register that is not there',
      [{ ...whole, rules: [{ registers: [macchinari] }] }],
      'attrezzi: a rule is on macchinari, which is no register',
    ],
    ['a job that is declared twice', [{ ...whole, jobs: [zip, zip] }], 'job esporta-allegati is defined twice'],
    [
      'a reactor to what no module declares',
      [{ ...whole, reactors: [{ name: 'eco', events: ['MaiVisto.v1'], react: async () => {} }] }],
      'attrezzi: eco waits for MaiVisto.v1, which no module declares',
    ],
  ])('refuse %s', (_what, modules, problem) => {
    expect(wrong(modules as Module[])).toEqual([problem]);
  });

  it('say everything at once', () => {
    expect(wrong([{ ...whole, routes: [], commands: [tara, tara] }])).toHaveLength(5);
  });
});
