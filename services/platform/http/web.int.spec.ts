import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { webService } from './web.ts';

const PAGE = '<!doctype html><title>Strato</title>';

describe('L’applicazione web servita dal portale', () => {
  let folder: string;
  let server: Server;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), '.strato-web-'));
    const app = express();
    app.use(webService(join(folder, 'dist')));
    app.use((_req, res) => void res.status(404).json({ detail: 'sconosciuta' }));
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  async function build(): Promise<void> {
    await mkdir(join(folder, 'dist', 'assets'), { recursive: true });
    await writeFile(join(folder, 'dist', 'index.html'), PAGE);
    await writeFile(join(folder, 'dist', 'tema.js'), 'var tema;');
    await writeFile(join(folder, 'dist', 'assets', 'index-B1c2.js'), 'var app;');
    await writeFile(join(folder, 'segreto.txt'), 'fuori');
  }

  /** Sends a request with node:http, so that `..` in a path reaches the server unchanged. */
  function get(
    path: string,
    headers: Record<string, string> = { accept: 'text/html' },
    method = 'GET',
  ): Promise<{ status: number; cache: string | undefined; body: string }> {
    const { port } = server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const req = request({ port, host: '127.0.0.1', path, headers, method }, (res) => {
        let body = '';
        res.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        res.on('end', () => resolve({ status: res.statusCode ?? 0, cache: res.headers['cache-control'], body }));
      });
      req.on('error', reject).end();
    });
  }

  test('gli indirizzi delle schermate danno la pagina, da chiedere ogni volta', async () => {
    await build();
    for (const path of ['/', '/home/macchinari', '/home/macchinari/dettaglio/A%2001', '/login-qr?tipo=personale&id=1']) {
      expect(await get(path)).toEqual({ status: 200, cache: 'no-cache', body: PAGE });
    }
  });

  test('anche a chi prende tutto, come curl, o non dice che cosa prende; non a chi vuole JSON soltanto', async () => {
    await build();
    for (const headers of [{ accept: '*/*' }, {}, { accept: 'application/json, */*;q=0.5' }] as Record<string, string>[]) {
      expect(await get('/home/macchinari', headers)).toMatchObject({ status: 200, body: PAGE });
    }
    expect((await get('/home/macchinari', { accept: 'application/json' })).status).toBe(404);
  });

  test('i file con impronta nel nome si tengono per sempre, gli altri si richiedono', async () => {
    await build();
    expect(await get('/assets/index-B1c2.js', {})).toEqual({ status: 200, cache: 'public, max-age=31536000, immutable', body: 'var app;' });
    expect(await get('/tema.js', {})).toEqual({ status: 200, cache: 'no-cache', body: 'var tema;' });
  });

  test('ciò che tiene l’applicazione sul dispositivo si richiede ogni volta, con il suo tipo', async () => {
    await build();
    await writeFile(join(folder, 'dist', 'sw.js'), 'var worker;');
    await writeFile(join(folder, 'dist', 'manifest.webmanifest'), '{}');
    const { port } = server.address() as AddressInfo;
    const headersOf = async (path: string) => {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      return [status, headers.get('cache-control'), headers.get('content-type')?.split(';')[0]];
    };
    expect(await headersOf('/sw.js')).toEqual([200, 'no-cache', 'text/javascript']);
    expect(await headersOf('/manifest.webmanifest')).toEqual([200, 'no-cache', 'application/manifest+json']);
    expect(await get('/index.html', {})).toEqual({ status: 200, cache: 'no-cache', body: PAGE });
  });

  test('un file che non c’è più è 404, mai la pagina al suo posto', async () => {
    await build();
    expect((await get('/assets/index-VECCHIO.js')).status).toBe(404);
    expect((await get('/favicon.png', { accept: 'image/*' })).status).toBe(404);
  });

  test('le chiamate dell’API e le scritture non ricevono mai la pagina', async () => {
    await build();
    for (const path of ['/api', '/api/sconosciuta', '/file?file=x']) expect((await get(path)).status).toBe(404);
    expect((await get('/home', { accept: 'text/html' }, 'POST')).status).toBe(404);
  });

  test('non si esce dalla cartella', async () => {
    await build();
    for (const path of ['/../segreto.txt', '/%2e%2e/segreto.txt', '/assets/..%2f..%2fsegreto.txt', '/assets/../../segreto.txt']) {
      expect((await get(path)).body).not.toContain('fuori');
    }
  });

  test('senza costruzione lo dice con una frase, e riparte appena c’è', async () => {
    const missing = await get('/home');
    expect(missing.status).toBe(503);
    expect(missing.body).toContain('npm run build:web');
    await build();
    expect((await get('/home')).status).toBe(200);
  });
});
