import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { BackupFailed, type BackupRun } from '#contracts/ports/backups.ts';
import { failureSentence } from './failure.ts';

/** Messages of a child program to its parent: progress, and finally the outcome. */
type ProgramMessage<O> = { doing: string } | { outcome: O } | { failed: string };

/** Milliseconds that a program has to close its resources after it was told to stop. */
const CLOSING_MS = 20_000;

/**
 * Runs an operator's command in a child process with low priority, so that the portal stays responsive. Returns its outcome. If `signal`
 * aborts, stops the child, waits for its exit and throws the signal's reason. Throws `BackupFailed` if the command fails.
 */
export async function inProgram<O>(program: URL, env: NodeJS.ProcessEnv, { signal, progress }: BackupRun): Promise<O> {
  signal.throwIfAborted();
  // a secret that came from a file is not passed on; the child reads the file itself
  const told = Object.entries(env).filter(([name]) => !process.env[`${name}_FILE`]);
  const environment = { ...process.env, ...Object.fromEntries(told) };
  const child = fork(program, [], { env: environment, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let last: ProgramMessage<O> | undefined;
  child.on('message', (said: ProgramMessage<O>) => {
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

/** Tells whether the portal started this process, rather than a person. */
export const isChild = (): boolean => process.send !== undefined;

const say = <O>(said: ProgramMessage<O>): Promise<void> => new Promise((resolve) => process.send?.(said, () => resolve()) ?? resolve());

/** Runs a command's work in the child process. Reports progress and outcome to the parent, or on the console if a person started it. */
export async function asProgram<O>(work: (progress: (said: string) => void) => Promise<O>): Promise<O> {
  // the parent has gone, so nobody needs the outcome
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
    // a `disconnect` listener keeps the process alive until the parent exits
    process.off('disconnect', alone);
  }
}
