import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { BackupFailed, type BackupRun } from '#contracts/ports/backups.ts';
import { failureSentence } from './failure.ts';

/** Messages of a child program to its parent: progress, and finally the outcome. */
type Said<O> = { doing: string } | { outcome: O } | { failed: string };

/** Milliseconds that a program has to close its resources after it was told to stop. */
const CLOSING_MS = 20_000;

/**
 * Runs a command of the operator as a process of its own, so that this one goes on answering people;
 * throws the signal's reason when it is aborted, once the process has gone.
 */
export async function inProgram<O>(program: URL, env: NodeJS.ProcessEnv, { signal, progress }: BackupRun): Promise<O> {
  signal.throwIfAborted();
  // a secret that this process read from a file is read from there again
  const told = Object.entries(env).filter(([name]) => !process.env[`${name}_FILE`]);
  const environment = { ...process.env, ...Object.fromEntries(told) };
  const child = fork(program, [], { env: environment, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let last: Said<O> | undefined;
  child.on('message', (said: Said<O>) => {
    if ('doing' in said) progress(said.doing);
    else last = said;
  });
  let late: NodeJS.Timeout | undefined;
  const stop = (): void => {
    child.kill('SIGTERM');
    late = setTimeout(() => child.kill('SIGKILL'), CLOSING_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('close', () => resolve());
      child.once('error', reject);
    });
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
  if (last && 'outcome' in last) return last.outcome;
  signal.throwIfAborted();
  throw new BackupFailed(last && 'failed' in last ? last.failed : `Errore imprevisto: il dettaglio è nei log del portale.`);
}

/** Started by the portal, not by a person. */
export const isChild = (): boolean => process.send !== undefined;

const say = <O>(said: Said<O>): Promise<void> => new Promise((resolve) => process.send?.(said, () => resolve()) ?? resolve());

/** The other side: a command that a person started, or a program that did, is told the same. */
export async function asProgram<O>(work: (progress: (said: string) => void) => Promise<O>): Promise<O> {
  // who asked for it is gone: so is the need
  const alone = (): void => void process.kill(process.pid, 'SIGTERM');
  if (isChild()) process.on('disconnect', alone);
  try {
    const outcome = await work((said) => (isChild() ? void say({ doing: said }) : console.log(`  … ${said}`)));
    await say({ outcome });
    return outcome;
  } catch (error) {
    await say({ failed: failureSentence(error) });
    throw error;
  } finally {
    // else it would wait for the other side to go
    process.off('disconnect', alone);
  }
}
