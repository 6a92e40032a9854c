import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { inOneWrite } from './one-write.ts';

describe('what is asked of a connection', () => {
  it('leaves in one write for each turn', async () => {
    const writes: number[] = [];
    const stream = new Writable({
      writev(chunks, done) {
        writes.push(chunks.length);
        done();
      },
    });
    const client = { connection: { stream } } as unknown as pg.Client;
    const ask = (text: string): void => {
      inOneWrite(client);
      stream.write(text);
    };
    ask('one');
    await Promise.resolve();
    ask('two');
    expect(writes).toEqual([]);
    await turn();
    ask('three');
    await turn();
    expect(writes).toEqual([2, 1]);
  });
});
