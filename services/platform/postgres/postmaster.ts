import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Fields of /proc/PID/stat after the name (which may hold spaces); `null` where there is no /proc. */
function statFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** The number belongs to a process, be it one that ended and was not yet collected by its parent: PostgreSQL makes no difference. */
export function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True while the process runs. One that ended but was not yet collected by its parent does not count. */
export const live = (pid: number): boolean => isTaken(pid) && statFields(pid)?.[0] !== 'Z';

/** The command line, empty when unknown. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

export function signal(pid: number, segnale: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, segnale);
  } catch {
    return false;
  }
}

/** Waits until the process has ended; false after `timeoutMs` ms. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const limit = Date.now() + timeoutMs;
  while (live(pid)) {
    if (Date.now() > limit) return false;
    await delay(10);
  }
  return true;
}
