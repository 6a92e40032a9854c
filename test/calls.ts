export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  token?: string;
  /** Body of the request; an object is sent as JSON, a string or bytes unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the call answers
  body: any;
  text: string;
}

/** Makes an HTTP call and returns the response; a JSON body is parsed. */
export async function call(url: string, method: string, { token, body, headers = {} }: CallOptions = {}): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as RequestInit['body'] }),
  });
  const text = await answer.text();
  const json = /json/.test(answer.headers.get('content-type') ?? '') && text !== '';
  return { status: answer.status, headers: answer.headers, text, body: json ? JSON.parse(text) : null };
}
