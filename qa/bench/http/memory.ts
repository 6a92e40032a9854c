import { readFileSync } from 'node:fs';

const LOOK_MS = 200;

/** Returns a process's resident memory in bytes: current (`VmRSS`) or peak (`VmHWM`); 0 if the process has ended. */
export function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  try {
    return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Samples a process's peak memory until `end`, which returns the peak in bytes. */
export function peakOf(pid: number): { end(): number } {
  let peak = 0;
  const look = (): void => void (peak = Math.max(peak, memoryOf(pid, 'VmHWM')));
  const timer = setInterval(look, LOOK_MS);
  return {
    end() {
      look();
      clearInterval(timer);
      return peak;
    },
  };
}
