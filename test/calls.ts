export type Metodo = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface OpzioniChiamata {
  token?: string;
  /** An object is sent as JSON, a string or bytes as they are. */
  corpo?: unknown;
  headers?: Record<string, string>;
}

export interface Risposta {
  stato: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the call answers
  corpo: any;
  testo: string;
}

/** One HTTP call as a client makes it; the body parsed where it is JSON. */
export async function chiama(url: string, method: string, { token, corpo, headers = {} }: OpzioniChiamata = {}): Promise<Risposta> {
  const grezzo = typeof corpo === 'string' || corpo instanceof Uint8Array || corpo instanceof FormData;
  const risposta = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(corpo === undefined || corpo instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(corpo === undefined ? {} : { body: (grezzo ? corpo : JSON.stringify(corpo)) as RequestInit['body'] }),
  });
  const testo = await risposta.text();
  const json = /json/.test(risposta.headers.get('content-type') ?? '') && testo !== '';
  return { stato: risposta.status, headers: risposta.headers, testo, corpo: json ? JSON.parse(testo) : null };
}
