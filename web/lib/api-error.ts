import type { WrongField, Problem } from '#contracts/core/errors.ts';

/** What the portal answered instead of a result. `message` is the Italian sentence for the user. */
export class ApiError extends Error {
  readonly status: number;
  /** Which field is wrong, and what is wrong with it. */
  readonly errors: WrongField[];
  readonly problem: Partial<Problem>;
  /** Seconds after which to try again, where the portal says so. */
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

/** No answer at all: nothing is known about what the portal did. */
export class NetworkError extends ApiError {
  constructor() {
    super(0, { message: 'Il portale non è raggiungibile: controlla la rete. Quel che hai scritto è ancora qui.' });
    this.name = 'NetworkError';
  }
}

/** The sentence to show for anything that was thrown. */
export function messageOf(error: unknown, otherwise = 'Si è verificato un errore imprevisto.'): string {
  return error instanceof ApiError ? error.message : otherwise;
}

/** Of a failure of the portal's own whoever runs it finds more in its logs, by this. */
function withReference(sentence: string, status: number, { riferimento }: Partial<Problem>): string {
  return status >= 500 && typeof riferimento === 'string' ? `${sentence} Riferimento: ${shortened(riferimento)}` : sentence;
}

/** Of an id that the portal made, what can be read out on the phone: it begins no other of these days. */
const shortened = (id: string): string => (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? id.slice(0, 8) : id);

function fallback(status: number): string {
  if (status === 413) return 'La richiesta è troppo grande.';
  if (status >= 500) return 'Il portale ha un problema: riprova tra poco. I dati non sono andati persi.';
  return 'La richiesta non è riuscita.';
}
