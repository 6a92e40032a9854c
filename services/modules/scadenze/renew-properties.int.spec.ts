import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AREE } from '#contracts/modules/areas.ts';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { pdf } from '../../../test/samples.ts';
import { installKinds } from './install-kinds.ts';

let portale: TestPortal;
let admin: Person;
let n = 0;

beforeAll(async () => {
  portale = await startTestPortal();
  await installKinds(portale.deps);
  admin = await portale.person({ groupID: 2, permessi: Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) });
});
afterAll(() => portale?.stop());

/** Returns the contents of all files in the archive, kept versions included. */
async function contents(): Promise<string[]> {
  const folder = resolve(portale.deps.config.ARCHIVIO_DIR ?? join(portale.deps.config.DATI_DIR, 'archivio'));
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(files.map(async (entry) => (await readFile(join(entry.parentPath, entry.name))).toString('latin1')));
}

type Step = { do: 'rinnova'; dal: string } | { do: 'elimina' | 'ripristina' | 'cognome' };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 2010, max: 2026 }).map((year): Step => ({ do: 'rinnova', dal: `${year}-01-10` })) },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ do: 'elimina' }, { do: 'ripristina' }, { do: 'cognome' }) },
);

it('un rinnovo non perde mai un file, qualunque cosa accada al lavoratore e al suo documento', async () => {
  const as = admin;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const id = `P${(n += 1)}`;
      const read = async () => (await portale.call('GET', `/api/personale?matricola=${id}`, { as })).body.data[0];
      await portale.call('POST', '/api/personale', { as, body: { personale: { matricola: id, cognome: 'Rossi', nome: 'Mario' } } });
      const given: string[] = [];
      for (const [at, one] of steps.entries()) {
        const row = await read();
        if (one.do === 'rinnova') {
          const content = `CONTENUTO-${id}-${at}.`;
          const sent = new FormData();
          for (const [name, value] of Object.entries({ soggetto: 'lavoratore', id, tipo: 'ple', dal: one.dal })) sent.append(name, value);
          sent.append('file', new Blob([new Uint8Array(pdf(content))]), 'certificato');
          expect((await portale.call('POST', '/api/scadenze/rinnova', { as, body: sent })).status).toBe(200);
          given.push(content);
        }
        if (one.do === 'elimina' && row.ple)
          await portale.call('POST', '/api/ftp', { as, body: { operazione: 'elimina', percorso: row.ple } });
        if (one.do === 'cognome')
          await portale.call('PUT', '/api/personale', { as, body: { personale: { matricola: id, cognome: `Rossi ${at}` } } });
        if (one.do === 'ripristina' && row.versione > 1)
          await portale.call('POST', '/api/storico/ripristina', {
            as,
            body: { tabella: 'personale', id, versione: 1 + (at % (row.versione - 1)) },
          });
      }
      const all = await contents();
      expect(given.filter((content) => !all.some((one) => one.includes(content)))).toEqual([]);
      // each content can be opened from its link of the chain
      const { data } = (await portale.call('GET', `/api/scadenze/catena?soggetto=lavoratore&id=${id}&tipo=ple`, { as })).body;
      const opened = await Promise.all(
        (data as { name: string | null }[]).flatMap(({ name }) =>
          name === null ? [] : [portale.call('GET', `/file?file=${name}`).then(({ text }) => text)],
        ),
      );
      expect(given.filter((content) => !opened.some((text) => text.includes(content)))).toEqual([]);
    }),
    { numRuns: 15 },
  );
}, 120_000);
