// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkError } from './api-error.ts';
import { upload, type UploadOptions } from './upload.ts';

/** Fakes a request of the browser. */
class Request {
  status = 0;
  responseText = '';
  responseHeaders: Record<string, string> = {};
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  opened: [string, string] | undefined;
  form: FormData | undefined;
  aborted = 0;
  open(method: string, path: string) {
    this.opened = [method, path];
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(name: string) {
    return this.responseHeaders[name] ?? null;
  }
  abort() {
    this.aborted += 1;
    this.onabort();
  }
  send(form: FormData) {
    this.form = form;
    sent.push(this);
  }
  answer(status: number, text: string) {
    this.status = status;
    this.responseText = text;
    this.onload();
  }
}
let sent: Request[];
const FORM = new FormData();
const send = (
  options: UploadOptions = {},
  token: () => string | null = () => 'T1',
  signInAgain: (old: string) => Promise<boolean> = () => Promise.resolve(false),
) => upload<unknown>({ token, signInAgain }, '/api/ftp/caricaDoc', FORM, options);

beforeEach(() => {
  sent = [];
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('un caricamento', () => {
  it('porta il modulo, il gettone, una chiave sua e la versione letta, e dà ciò che il portale risponde', async () => {
    const done = send({ ifMatch: 4 });
    expect(sent[0]).toMatchObject({
      opened: ['POST', '/api/ftp/caricaDoc'],
      form: FORM,
      headers: { Accept: 'application/json', Authorization: 'Bearer T1', 'If-Match': '"4"' },
    });
    sent[0]!.answer(200, '{"message":1}');
    await expect(done).resolves.toEqual({ message: 1 });
    const next = send({}, () => null);
    expect(sent[1]!.headers).not.toHaveProperty('Authorization');
    expect(sent[1]!.headers).not.toHaveProperty('If-Match');
    const keys = sent.map(({ headers }) => headers['Idempotency-Key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).not.toBe(keys[0]);
    sent[1]!.answer(204, '');
    await expect(next).resolves.toBeNull();
  });

  it('dice quanto è avanti a chi lo vuole sapere', async () => {
    const onProgress = vi.fn();
    const done = Promise.all([send({ onProgress }), send()]);
    for (const request of sent) {
      request.upload.onprogress!({ loaded: 3, total: 5 });
      request.answer(200, '{}');
    }
    await done;
    expect(onProgress).toHaveBeenCalledExactlyOnceWith(3, 5);
  });

  it('rifiutato dice perché; che la rete manca è un’altra cosa', async () => {
    const refused = send();
    sent[0]!.answer(415, '{"message":"Si accettano PDF"}');
    await expect(refused).rejects.toMatchObject({ status: 415, message: 'Si accettano PDF' });
    const odd = send();
    sent[1]!.answer(300, '<html>');
    await expect(odd).rejects.toMatchObject({ status: 300 });
    const lost = send();
    sent[2]!.onerror();
    await expect(lost).rejects.toBeInstanceOf(NetworkError);
  });
});

describe('annullato', () => {
  it('si ferma', async () => {
    const stop = new AbortController();
    const done = send({ signal: stop.signal });
    stop.abort();
    await expect(done).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent[0]!.aborted).toBe(1);
  });

  it('prima di partire, non parte', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(send({ signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent).toEqual([]);
  });
});

describe('la sessione finita', () => {
  it('rientrata la persona, lo stesso file riparte con la stessa chiave e il gettone nuovo', async () => {
    let token = 'T1';
    const again = vi.fn(() => {
      token = 'T2';
      return Promise.resolve(true);
    });
    const done = send({}, () => token, again);
    sent[0]!.answer(401, '{}');
    await vi.waitFor(() => expect(sent).toHaveLength(2), 15_000);
    sent[1]!.answer(200, '{"message":1}');
    await expect(done).resolves.toEqual({ message: 1 });
    expect(again).toHaveBeenCalledExactlyOnceWith('T1');
    expect(sent.map(({ headers }) => headers['Authorization'])).toEqual(['Bearer T1', 'Bearer T2']);
    expect(sent[1]!.headers['Idempotency-Key']).toBe(sent[0]!.headers['Idempotency-Key']);
  });

  it('chi non rientra, o non è mai entrato, riceve il 401; altri rifiuti non chiedono di rientrare', async () => {
    const again = vi.fn(() => Promise.resolve(false));
    const one = send({}, () => 'T1', again);
    sent[0]!.answer(401, '{}');
    await expect(one).rejects.toMatchObject({ status: 401 });
    expect(again).toHaveBeenCalledOnce();
    for (const [token, status] of [
      [null, 401],
      ['T1', 403],
    ] as const) {
      const other = send({}, () => token, again);
      sent.at(-1)!.answer(status, '{}');
      await expect(other).rejects.toMatchObject({ status });
    }
    expect(again).toHaveBeenCalledOnce();
  });
});

it('un caricamento che le letture non mostrano ancora fa rileggere gli elenchi', async () => {
  for (const [header, times] of [
    [undefined, 0],
    ['in-ritardo', 1],
  ] as const) {
    const onLateAnswer = vi.fn();
    const going = upload({ token: () => 'T1', signInAgain: () => Promise.resolve(false), onLateAnswer }, '/api/ftp/caricaDoc', FORM);
    await Promise.resolve();
    const request = sent.at(-1)!;
    if (header) request.responseHeaders['X-Proiezione'] = header;
    request.answer(201, '{}');
    await going;
    expect(onLateAnswer).toHaveBeenCalledTimes(times);
  }
});
