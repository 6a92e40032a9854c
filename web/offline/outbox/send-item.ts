import { problemIn } from '#web/lib/create-api.ts';
import type { Network } from '#web/lib/network.ts';
import { SILENT, withHealthCheck } from '#web/lib/health-check.ts';
import type { Item } from './item.ts';
import type { SentAnswer } from './queue.ts';

interface SendDependencies {
  fetch: typeof fetch;
  token(): string | null;
  network: Pick<Network, 'reached' | 'lost' | 'check'>;
  /** The session of this token has ended. */
  ended(token: string): void;
}

/** Milliseconds after which an answer is not waited for: it is asked for again, under the same key. A photo may take longer, at `SLOWEST` bytes in a millisecond. */
const PATIENCE = 60_000;
const SLOWEST = 5;
const AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);

/** Sends one item, once. What did not come from the portal itself (a hotel's page, a proxy's) is no answer. */
export async function sendItem(dependencies: SendDependencies, item: Item, files: readonly Uint8Array[]): Promise<SentAnswer> {
  const token = dependencies.token();
  if (token === null) return { is: 'lost' };
  const { network } = dependencies;
  const bytes = files.reduce((sum, { length }) => sum + length, 0);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(PATIENCE + bytes / SLOWEST)]);
  const attempt = dependencies
    .fetch(item.path, { ...request(item, token, files), signal })
    .then(async (answer) => ({ answer, text: await answer.text() }))
    .catch(() => null);
  // a photo may fill a thin line so that nothing else gets through: that is no silence
  const response = files.length > 0 ? await attempt : await withHealthCheck(attempt, { network });
  if (response === SILENT || response === null) {
    stop.abort();
    network.lost();
    return { is: 'lost' };
  }
  const { answer, text } = response;
  const answerBody = problemIn(text);
  if (answer.ok) {
    const { message } = answerBody as { message?: { insertId?: string | number; versione?: number } };
    if (typeof message !== 'object' || message === null) return { is: 'lost', fault: true };
    network.reached();
    return { is: 'written', key: message.insertId === undefined ? null : String(message.insertId), version: message.versione ?? null };
  }
  if (answer.status === 401) {
    dependencies.ended(token);
    return { is: 'lost' };
  }
  if (answer.status >= 500 || AGAIN.has(answer.status) || typeof answerBody.status !== 'number') {
    const wait = Number(answer.headers.get('Retry-After'));
    return { is: 'lost', fault: answer.status !== 503 && !AGAIN.has(answer.status), ...(wait > 0 ? { after: wait * 1000 } : {}) };
  }
  network.reached();
  const sentence = answerBody.message ?? answerBody.detail ?? 'La richiesta non è riuscita.';
  if (answer.status === 409 && item.method !== 'POST' && typeof answerBody['versione'] === 'number') {
    const who = typeof answerBody['utente'] === 'string' ? ` L’ultima modifica è di ${answerBody['utente']}.` : '';
    return { is: 'conflict', said: sentence + who, theirs: answerBody['versione'] };
  }
  return { is: 'refused', said: sentence, wrong: answerBody.errors ?? [] };
}

function request(item: Item, token: string, files: readonly Uint8Array[]): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': item.id };
  if (item.version !== null) headers['If-Match'] = `"${item.version}"`;
  if (item.files === null) headers['Content-Type'] = 'application/json';
  return { method: item.method, headers, body: item.files === null ? item.body : formOf(item, item.files, files) };
}

function formOf(item: Item, fileNames: NonNullable<Item['files']>, files: readonly Uint8Array[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(JSON.parse(item.body) as Record<string, string>)) form.append(name, value);
  fileNames.forEach(({ name, type }, i) => form.append('file', new File([files[i]! as Uint8Array<ArrayBuffer>], name, { type })));
  return form;
}
