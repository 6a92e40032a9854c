import { describe, expect, it, vi } from 'vitest';
import type { Logger } from 'pino';
import { startSteps, stepLine } from './steps.ts';

const started = async (NODE_ENV: 'production' | 'development', isTTY: boolean) => {
  const [info, write] = [vi.fn(), vi.fn()];
  const step = startSteps({ NODE_ENV }, { info } as unknown as Logger, { isTTY, write } as unknown as NodeJS.WriteStream);
  expect(await step('database', async () => 'ready')).toBe('ready');
  return { info: info.mock.calls, written: write.mock.calls.map(([text]) => String(text)) };
};

describe('The steps of a start', () => {
  it('are a line of the log in production, on a terminal or not', async () => {
    for (const isTTY of [true, false]) {
      const { info, written } = await started('production', isTTY);
      expect(info).toEqual([[{ step: 'database', ms: expect.any(Number) }, 'started']]);
      expect(written).toEqual([]);
    }
  });

  it('are a line with their time for a person, and the one under way is shown on a terminal', async () => {
    const plain = await started('development', false);
    expect(plain.info).toEqual([]);
    expect(plain.written).toEqual([expect.stringMatching(/^  ✓ database {9} +\d+\.\d s\n$/)]);
    expect((await started('development', true)).written).toEqual(['  … database', expect.stringMatching(/^\r  ✓ database/)]);
  });

  it('show tenths of seconds', () => {
    expect(stepLine('database', 8_340)).toBe('  ✓ database            8.3 s');
  });

  it('let through what a step throws, and do not call it done', async () => {
    const write = vi.fn();
    const step = startSteps({ NODE_ENV: 'development' }, {} as Logger, { isTTY: false, write } as unknown as NodeJS.WriteStream);
    await expect(step('log', () => Promise.reject(new Error('not there')))).rejects.toThrow('not there');
    expect(write).not.toHaveBeenCalled();
  });
});
