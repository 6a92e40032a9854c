import { pino, type Logger } from 'pino';
import { correlationMixin } from './correlation.ts';
import type { Config } from './config.ts';

const LEVELS: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' };
const EXPECTED = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'role', 'err']);

/** Formats a JSON log line for people: time, level, message, then the fields. */
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

/**
 * Returns the facts about an error that may be logged. Leaves out messages of system and database errors, which may contain names, paths
 * and values.
 */
export function safeError(error: unknown): Record<string, unknown> {
  const { name = 'unknown', code, message, stack } = (error ?? {}) as NodeJS.ErrnoException;
  const places = stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { type: name, code, ...(code === undefined ? { message } : {}), stack: places?.slice(0, 12).join('\n') };
}

/** Creates the logger: JSON lines in production, readable lines otherwise. */
export function createLog(config: Pick<Config, 'NODE_ENV' | 'LOG_LEVEL'>, role: string): Logger {
  const options = { level: config.LOG_LEVEL, base: { role }, mixin: correlationMixin, serializers: { err: safeError } };
  if (config.NODE_ENV === 'production') return pino(options);
  return pino(options, { write: (json: string) => void process.stdout.write(readableRow(json)) });
}
