import { expect, it } from 'vitest';
import { z } from 'zod';
import type { FileStore } from '#contracts/ports/file-store.ts';
import type { LettoreElenchi } from '#contracts/ports/list-reader.ts';
import { jobsPronti } from './index.ts';

const strumenti = { files: {} as FileStore, elenchi: {} as LettoreElenchi, cartellaRisultati: '/tmp' };
const def = (tipo: string) => ({ tipo, dati: z.object({}) as never });

it('ogni tipo di processo ha il suo gestore', () => {
  expect([...jobsPronti(strumenti).keys()]).toEqual(['esporta-allegati', 'esporta-elenco']);
});

it('un tipo senza gestore, un gestore senza tipo e un tipo doppio fermano l’avvio, tutti insieme', () => {
  const gestore = () => async () => ({});
  expect(() => jobsPronti(strumenti, [def('a'), def('b'), def('b')], { b: gestore, c: gestore })).toThrow(
    'job a has no handler\nhandler c has no definition\njob b is defined twice',
  );
});
