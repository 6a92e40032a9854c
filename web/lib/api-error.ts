import type { WrongField, Problem } from '#contracts/core/errors.ts';

/** An error response of the portal. `message` is the Italian sentence for the user. */
export class ApiError extends Error {
  readonly status: number;
  /** The wrong fields, each with its message. */
  readonly errors: WrongField[];
  readonly problem: Partial<Problem>;
  /** Seconds to wait before a retry, from the response; `null` if it names none. */
  readonly retryAfter: number | null;

  constructor(status: number, problem: Partial<Problem>, retryAfter: number | null = null) {
    super(withReference(problem.message ?? problem.detail ?? fallback(status), status, problem));
    this.name = 'ApiError';
    this.status = status;
    this.problem = problem;
    this.errors = problem.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** No response came: whether the portal executed the call is unknown. */
export class NetworkError extends ApiError {
  constructor() {
    super(0, { message: 'Il portale non è raggiungibile: controlla la rete. Quel che hai scritto è ancora qui.' });
    this.name = 'NetworkError';
  }
}

/** Returns the sentence to show for a caught error; `otherwise` if it is no `ApiError`. */
export function messageOf(error: unknown, otherwise = 'Si è verificato un errore imprevisto.'): string {
  return error instanceof ApiError ? error.message : otherwise;
}

/** Appends the request's reference to the message of a server error, so that an operator can find the failure in the logs. */
function withReference(sentence: string, status: number, { riferimento }: Partial<Problem>): string {
  return status >= 500 && typeof riferimento === 'string' ? `${sentence} Riferimento: ${shorten(riferimento)}` : sentence;
}

/** Shortens a generated UUID to its first 8 characters, which are short enough to read out and still unique among recent ids. */
const shorten = (id: string): string => (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? id.slice(0, 8) : id);

function fallback(status: number): string {
  if (status === 413) return 'La richiesta è troppo grande.';
  if (status >= 500) return 'Il portale ha un problema: riprova tra poco. I dati non sono andati persi.';
  return 'La richiesta non è riuscita.';
}
