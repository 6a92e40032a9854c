import { readFileSync } from 'node:fs';

const LOOK_MS = 200;

/** Of a process, from what the kernel says: `VmRSS` now, `VmHWM` the most it ever had; bytes, 0 once it has gone. */
export function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  try {
    return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The most that a process has had, looked at until `end`. */
export function peakOf(pid: number): { end(): number } {
  let most = 0;
  const look = (): void => void (most = Math.max(most, memoryOf(pid, 'VmHWM')));
  const timer = setInterval(look, LOOK_MS);
  return {
    end() {
      look();
      clearInterval(timer);
      return most;
    },
  };
}
