import { pino, type Logger } from 'pino';
import { correlationMixin } from './correlation.ts';
import type { Config } from './config.ts';

const LEVELS: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' };
const EXPECTED = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'role', 'err']);

/** A line for a person: time, level, message, then the fields. */
export function readableRow(json: string): string {
  const line = JSON.parse(json) as Record<string, unknown> & {
    level: number;
    time: number;
    msg?: string;
    err?: { message?: string; code?: string };
  };
  const time = new Date(line.time).toLocaleTimeString('it-IT', { timeZone: 'Europe/Rome' });
  const fields = Object.entries(line).filter(([name]) => !EXPECTED.has(name));
  const text = fields.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const said = line.err?.message ?? line.err?.code;
  if (said) text.push(said);
  return `${[time, LEVELS[line.level] ?? String(line.level), line.msg ?? '', ...text].join('  ').trimEnd()}\n`;
}

/** Returns an error's loggable facts. The message of a system or database error is left out: it may hold names, paths and values of a row. */
export function safeError(error: unknown): Record<string, unknown> {
  const { name = 'unknown', code, message, stack } = (error ?? {}) as NodeJS.ErrnoException;
  const places = stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { type: name, code, ...(code === undefined ? { message } : {}), stack: places?.slice(0, 12).join('\n') };
}

/** JSON lines in production, for whatever collects them; lines for a person otherwise. */
export function createLog(config: Pick<Config, 'NODE_ENV' | 'LOG_LEVEL'>, role: string): Logger {
  const options = { level: config.LOG_LEVEL, base: { role }, mixin: correlationMixin, serializers: { err: safeError } };
  if (config.NODE_ENV === 'production') return pino(options);
  return pino(options, { write: (json: string) => void process.stdout.write(readableRow(json)) });
}
