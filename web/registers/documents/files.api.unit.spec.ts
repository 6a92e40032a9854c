// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { fakePortal, leaveNothing } from '#web/portal.testing.tsx';
import type { Row } from '../list/columns.ts';
import { archiveOf, exists, folder, removeFromArchive, rename, take } from './files.api.ts';

afterEach(leaveNothing);

it('ogni richiesta all’archivio dice l’operazione e il percorso', async () => {
  const calls = fakePortal(({ path }) =>
    path === '/api/ftp' ? { body: { message: { name: 'n', files: ['a.pdf'], exist: true } } } : { body: {} },
  );
  expect(await take('M/a.pdf')).toBe('n');
  expect(await take('M/a.pdf', 2)).toBe('n');
  await removeFromArchive('M/a.pdf', 4);
  expect(await folder('M')).toEqual(['a.pdf']);
  expect(await exists('M', 'a.pdf')).toBe(true);
  await rename([{ from: 'M/a.pdf', to: 'M/b.pdf' }]);
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/ftp', { operazione: 'prendi', percorso: 'M/a.pdf' }],
    ['POST', '/api/ftp', { operazione: 'prendi', percorso: 'M/a.pdf', versione: 2 }],
    ['POST', '/api/ftp', { operazione: 'elimina', percorso: 'M/a.pdf' }],
    ['POST', '/api/ftp', { operazione: 'exist', matricola: 'M' }],
    ['POST', '/api/ftp', { operazione: 'exist', matricola: 'M', file: 'a.pdf' }],
    ['POST', '/api/allegati', { rename: true, path: [{ from: 'M/a.pdf', to: 'M/b.pdf' }] }],
  ]);
  expect(calls.map(({ version }) => version)).toEqual([null, null, '"4"', null, null, null]);
});

it('i file di un record sono quelli che la sua riga racconta; senza riga nessuno', () => {
  const archivio = { foto: { percorso: 'M/f.jpg' } };
  expect(archiveOf({ archivio } as unknown as Row)).toBe(archivio);
  expect([archiveOf(null), archiveOf(undefined), archiveOf({} as Row)]).toEqual([{}, {}, {}]);
});
