import { expect, it } from 'vitest';
import { z } from 'zod';
import type { FileStore } from '#contracts/ports/file-store.ts';
import type { ListReader } from '#contracts/ports/list-reader.ts';
import { readyJobs } from './index.ts';

const tools = { files: {} as FileStore, lists: {} as ListReader, resultsFolder: '/tmp' };
const def = (kind: string) => ({ kind, data: z.object({}) as never });

it('ogni tipo di processo ha il suo gestore', () => {
  expect([...readyJobs(tools).keys()]).toEqual(['esporta-allegati', 'esporta-elenco']);
});

it('un tipo senza gestore, un gestore senza tipo e un tipo doppio fermano l’avvio, tutti insieme', () => {
  const handler = () => async () => ({});
  expect(() => readyJobs(tools, [def('a'), def('b'), def('b')], { b: handler, c: handler })).toThrow(
    'job a has no handler\nhandler c has no definition\njob b is defined twice',
  );
});
