import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { DomainError, toProblem } from '#contracts/core/errors.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { answerEarly, stillComing } from './early-answer.ts';

// what a schema does not say itself is said in Italian too
z.config(z.locales.it());

/** Answers with the problem document of the error, its status and headers. */
export async function sendProblem(req: Request, res: Response, error: DomainError): Promise<void> {
  if (error.dettagli.retryAfter !== undefined) res.set('Retry-After', String(error.dettagli.retryAfter));
  res.status(error.status).type('application/problem+json');
  const text = JSON.stringify(toProblem(error));
  if (await stillComing(req)) await answerEarly(req, res, text);
  else res.send(text);
}

/**
 * The last middleware. Whatever was thrown becomes a problem document; what nobody foresaw is
 * logged with its correlation id (never with request data) and answered as 500.
 */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const domain = asDomainError(error);
    if (domain.status >= 500) {
      const { correlationId } = res.locals as { correlationId?: string };
      log.error({ correlationId, codice: domain.code, errore: describeError(error) }, 'richiesta fallita');
    }
    void sendProblem(req, res, domain);
  };
}

export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof z.ZodError) return invalidData(error);
  if (error instanceof StoreUnavailable || lostConnection(error)) return new DomainError('NON_DISPONIBILE', { retryAfter: 5 });
  return fromBodyParser(error) ?? refusedByPostgres(error) ?? new DomainError('ERRORE_INTERNO');
}

/** The issues of a schema as fields and sentences; a value inside a `bodyKey` is named without it. */
export function invalidData(error: z.ZodError, root: readonly string[] = []): DomainError {
  const errors = error.issues.map((issue) => ({
    campo: [...root, ...issue.path.map(String)].join('.') || 'corpo',
    messaggio: issue.message,
  }));
  return new DomainError('RICHIESTA_NON_VALIDA', { errors });
}

interface HttpError {
  type?: string;
  status?: number;
  code?: string;
  message?: string;
  name?: string;
  stack?: string;
}

/** Errors of body-parser, of the router (a malformed path) and of range or header parsing. */
function fromBodyParser(error: unknown): DomainError | null {
  const { type, status } = (error ?? {}) as HttpError;
  if (type === 'entity.parse.failed') return new DomainError('JSON_NON_VALIDO');
  if (status === 413) return new DomainError('TROPPO_GRANDE');
  if (status === 415)
    return new DomainError('TIPO_NON_ACCETTATO', {
      message: 'La codifica del corpo della richiesta non è accettata: serve JSON in UTF-8.',
    });
  return status !== undefined && status >= 400 && status < 500 ? new DomainError('RICHIESTA_NON_VALIDA') : null;
}

/** Class 08 and 57P0x: the connection is gone; the others are what a socket says. */
function lostConnection(error: unknown): boolean {
  const { code = '', message = '', name } = (error ?? {}) as HttpError;
  if (name === 'AggregateError') return (error as AggregateError).errors.some(lostConnection);
  return (
    /^(08|57P0|53300)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'ENOENT_SOCKET'].includes(code) ||
    /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect)/.test(message)
  );
}

/** Class 22: a value the schemas let through and a column cannot hold. Still the sender's value. */
function refusedByPostgres(error: unknown): DomainError | null {
  const { code = '' } = (error ?? {}) as HttpError;
  return code.length === 5 && code.startsWith('22') ? new DomainError('RICHIESTA_NON_VALIDA') : null;
}

/** Name, code and places of the code: messages of the database can hold values. */
function describeError(error: unknown): Record<string, unknown> {
  const { name, code, stack = '' } = (error ?? {}) as HttpError;
  return {
    name,
    code,
    stack: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12),
  };
}
