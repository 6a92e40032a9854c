import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Returns the fields of `/proc/PID/stat` after the process name, which may contain spaces; `null` if there is no `/proc`. */
function statFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** Tells whether the process id is in use, also by a zombie. PostgreSQL does not distinguish zombies either. */
export function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Tells whether the process is running. A zombie does not count. */
export const live = (pid: number): boolean => isTaken(pid) && statFields(pid)?.[0] !== 'Z';

/** Returns the command line of a process; empty if unknown. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Sends a signal to a process. Returns false if that fails, for example because the process has ended. */
export function signal(pid: number, segnale: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, segnale);
  } catch {
    return false;
  }
}

/** Waits until the process has ended. Returns false after `timeoutMs` milliseconds. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const limit = Date.now() + timeoutMs;
  while (live(pid)) {
    if (Date.now() > limit) return false;
    await delay(10);
  }
  return true;
}
