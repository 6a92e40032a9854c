import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

const LEVELS: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' };
const EXPECTED = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'role', 'err']);

/** A line for a person: time, level, message, then the fields. */
export function readableRow(json: string): string {
  const line = JSON.parse(json) as Record<string, unknown> & { level: number; time: number; msg?: string; err?: { message?: string } };
  const time = new Date(line.time).toLocaleTimeString('it-IT', { timeZone: 'Europe/Rome' });
  const fields = Object.entries(line).filter(([name]) => !EXPECTED.has(name));
  const text = fields.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  if (line.err?.message) text.push(line.err.message);
  return `${[time, LEVELS[line.level] ?? String(line.level), line.msg ?? '', ...text].join('  ').trimEnd()}\n`;
}

/** JSON lines in production, for whatever collects them; lines for a person otherwise. */
export function createLog(config: Pick<Config, 'NODE_ENV' | 'LOG_LEVEL'>, role: string): Logger {
  const options = { level: config.LOG_LEVEL, base: { role } };
  if (config.NODE_ENV === 'production') return pino(options);
  return pino(options, { write: (json: string) => void process.stdout.write(readableRow(json)) });
}
