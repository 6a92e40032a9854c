import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { isLocalRequest } from './local-request.ts';

type Asked = Parameters<typeof isLocalRequest>[0];

const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}): Asked => ({
  socket: { remoteAddress } as Request['socket'],
  headers: { host: '127.0.0.1:3000', ...headers },
});

describe('Chi chiede dalla macchina stessa', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('%s lo è', (address) => expect(isLocalRequest(from(address))).toBe(true));

  it.each(['192.168.1.7', '10.0.0.1', '::ffff:192.168.1.7', 'fe80::1', '2001:db8::1', '::', '0.0.0.0', 'pippo', undefined])(
    '%s no',
    (address) => expect(isLocalRequest(from(address))).toBe(false),
  );

  it.each([
    ['x-forwarded-for', '203.0.113.5'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', ''],
    ['x-forwarded-for', '127.0.0.1, 203.0.113.5'],
    ['forwarded', 'for=127.0.0.1'],
    ['x-real-ip', '127.0.0.1'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'localhost'],
    ['via', '1.1 proxy'],
  ])('quel che un proxy ha passato (%s: %s) no, qualunque cosa dica', (name, value) =>
    expect(isLocalRequest(from('127.0.0.1', { [name]: value }))).toBe(false),
  );

  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '[::1]:3000'])('col nome %s lo è', (host) =>
    expect(isLocalRequest(from('127.0.0.1', { host }))).toBe(true),
  );

  it.each(['strato.example.it', 'localhost.example.it', '192.168.1.7:3000', '', '127.0.0.1.example.it'])(
    'col nome %s no: una pagina d’altri che lo fa puntare qui non passa',
    (host) => expect(isLocalRequest(from('127.0.0.1', { host }))).toBe(false),
  );
});
