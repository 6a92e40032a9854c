import { describe, expect, it, vi } from 'vitest';
import type { Logger } from 'pino';
import { dependencyWait } from './retry-until.ts';
import type { Shutdown } from './shutdown.ts';

const LATE = new Error('connect ECONNREFUSED');
const WAIT = {
  sentence: 'Il database non risponde ancora.',
  logMessage: 'the database does not answer yet',
  isTransient: (error: unknown) => error === LATE,
};

function watched() {
  const [tell, warn] = [vi.fn(), vi.fn()];
  let stop = (): void => {};
  const shutdown = { add: (_name: string, end: () => void) => void (stop = end) } as unknown as Shutdown;
  return { waitFor: dependencyWait({ showWait: tell, log: { warn } as unknown as Logger, shutdown }), tell, warn, stop: () => stop() };
}

describe('What a start waits for', () => {
  it('is asked again while the fault may pass, told to whoever asks and once to the log', async () => {
    const { waitFor, tell, warn } = watched();
    const attempt = vi.fn().mockRejectedValueOnce(LATE).mockRejectedValueOnce(LATE).mockResolvedValue('there');
    expect(await waitFor(attempt, WAIT)).toBe('there');
    expect(attempt).toHaveBeenCalledTimes(3);
    expect(warn.mock.calls).toEqual([[{ reason: LATE.message }, WAIT.logMessage]]);
    expect(tell.mock.calls).toEqual([[WAIT.sentence], [WAIT.sentence], [null]]);
  });

  it('is not waited for where the fault does not pass', async () => {
    const { waitFor, tell, warn } = watched();
    const wrong = new Error('password authentication failed');
    const attempt = vi.fn().mockRejectedValue(wrong);
    await expect(waitFor(attempt, WAIT)).rejects.toBe(wrong);
    expect(attempt).toHaveBeenCalledTimes(1);
    expect([warn.mock.calls, tell.mock.calls]).toEqual([[], [[null]]]);
  });

  it('is given up by a stop', async () => {
    const { waitFor, stop } = watched();
    const waited = waitFor(() => Promise.reject(LATE), WAIT);
    stop();
    await expect(waited).rejects.toThrow();
  });
});
