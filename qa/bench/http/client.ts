import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

export interface Client {
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): void;
}

/**
 * Creates an HTTP client with keep-alive connections that sends a new idempotency key with each write, as a browser does. Returns parsed
 * bodies; throws for a status other than 2xx.
 */
export function client(base: string, token?: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(base);
  const call = (method: string, path: string, body?: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(token === undefined || method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      };
      const clientRequest = request({ agent, hostname, port, method, path, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer
          .on('data', (piece: Buffer) => pieces.push(piece))
          .on('error', reject)
          .on('end', () => {
            const text = Buffer.concat(pieces).toString();
            if ((answer.statusCode ?? 500) >= 300) reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`));
            else resolve(text === '' ? null : JSON.parse(text));
          });
      });
      clientRequest.on('error', reject).end(payload);
    });
  return { call, close: () => agent.destroy() };
}
