import { describe, expect, it } from 'vitest';
import { passkeySite, requirePasskeySite } from './passkey-site.ts';

const site = (PORTALE_URL: string) => passkeySite({ PORTALE_URL });

describe('dove ci sono le passkey', () => {
  it.each([
    ['https://strato.example.it', 'strato.example.it', 'https://strato.example.it'],
    ['https://strato.example.it:8443/portale/', 'strato.example.it', 'https://strato.example.it:8443'],
    ['https://Strato.Example.IT:443', 'strato.example.it', 'https://strato.example.it'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
    ['http://strato.localhost', 'strato.localhost', 'http://strato.localhost'],
  ])('%s', (url, host, origin) => expect(site(url)).toEqual({ host, origin }));

  it.each([
    'http://strato.example.it',
    'http://127.0.0.1:3000',
    'https://192.168.1.20',
    'https://[2001:db8::1]',
    'http://[::1]:3000',
    'http://localhost.example.it',
    'http://nonlocalhost',
  ])('%s: in nessun posto', (url) => {
    expect(site(url)).toBeNull();
    expect(() => requirePasskeySite({ PORTALE_URL: url })).toThrow('Le passkey servono un portale in https');
  });
});
