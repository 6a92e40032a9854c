// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query.ts';
import { fakePortal, fakeUploads, leaveNothing, signIn, type Answer } from '#web/portal.testing.tsx';
import { checklistOptions, sendPhoto, sendReport, type Report } from './report.api.ts';

const POINTS = [
  { tipologia: null, punto: 'Luci', ordine: 1 },
  { tipologia: 'Gru', punto: 'Freni', ordine: 2 },
  { tipologia: 'Gru', punto: 'Ganci', ordine: 1 },
];
const REPORT: Report = { matricola: 'A1', testo: 'perde olio', ferma: true, punti: [{ punto: 'Freni', esito: 'problema' }] };

beforeEach(() => signIn());
afterEach(() => {
  vi.useRealTimers();
  leaveNothing();
});

describe('i punti da controllare', () => {
  const read = (machines: object[], points: Answer = { body: { data: POINTS } }) => {
    const calls = fakePortal(({ path }) => (path === '/api/punti_controllo' ? points : { body: { data: machines } }));
    return { calls, list: createQueryClient().fetchQuery({ ...checklistOptions('A 1'), retry: false }) };
  };

  it('sono quelli della tipologia, nel loro ordine, con il nome della macchina', async () => {
    const { calls, list } = read([{ matricola: 'A 1', marca: 'Casagrande', modello: 'C7', tipologia: 'Gru' }]);
    expect(await list).toEqual({ matricola: 'A 1', name: 'Casagrande C7', points: ['Ganci', 'Freni'] });
    expect(calls.map(({ path, query }) => [path, query.get('chiave')])).toEqual([
      ['/api/macchinari', 'A 1'],
      ['/api/punti_controllo', null],
    ]);
  });

  it.each([
    [{ marca: null, modello: 'C7', tipologia: null }, 'C7'],
    [{ marca: '', modello: null, tipologia: 'Trivella' }, ''],
  ])('di una macchina senza i suoi sono quelli di tutte; il nome è ciò che se ne sa (%#)', async (machine, name) => {
    expect(await read([{ matricola: 'A1', ...machine }]).list).toEqual({ matricola: 'A1', name, points: ['Luci'] });
  });

  it('non ci sono per una macchina che non si vede', async () => {
    expect(await read([]).list).toBeNull();
  });

  it('che non si leggono lo dicono', async () => {
    await expect(read([{ matricola: 'A1' }], { status: 403, body: { message: 'Non permesso' } }).list).rejects.toThrow('Non permesso');
  });

  it('di due macchine si tengono separati', async () => {
    const client = createQueryClient();
    fakePortal(({ path, query }) => ({ body: { data: path === '/api/punti_controllo' ? [] : [{ matricola: query.get('chiave') }] } }));
    const lists = await Promise.all(['A1', 'B2'].map((matricola) => client.fetchQuery(checklistOptions(matricola))));
    expect(lists.map((list) => list?.matricola)).toEqual(['A1', 'B2']);
  });
});

describe('una segnalazione', () => {
  it('porta il giorno in cui è scritta, ciò che si è scritto e i punti', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:30:00Z') });
    const calls = fakePortal(() => ({ body: { message: { insertId: 5, versione: 1 } } }));
    expect(await sendReport({ ...REPORT, testo: ' perde olio\n' }, 'k1')).toEqual({ id: 5, keptOnDevice: false });
    expect(calls).toMatchObject([{ method: 'POST', path: '/api/guasti', key: 'k1' }]);
    expect(calls[0]!.body).toEqual({
      // half past midnight in Rome
      guasto: { matricola: 'A1', quando: '2026-11-22', testo: 'perde olio', ferma: 1, punti: '[{"punto":"Freni","esito":"problema"}]' },
    });
  });

  it('di una macchina a posto non ha né testo né punti', async () => {
    const calls = fakePortal(() => ({ body: { message: { insertId: 5 } } }));
    await sendReport({ ...REPORT, testo: '  ', ferma: false, punti: [] }, 'k1');
    expect(calls[0]!.body).toMatchObject({ guasto: { testo: null, ferma: 0, punti: null } });
  });

  it('senza rete resta sul dispositivo, con un numero suo', async () => {
    fakePortal(() => ({ body: { message: { insertId: 900_000_000_001, trattenuto: true } } }));
    expect(await sendReport(REPORT, 'k1')).toEqual({ id: 900_000_000_001, keptOnDevice: true });
  });

  it('rifiutata lo dice', async () => {
    fakePortal(() => ({ status: 403, body: { message: 'Non permesso' } }));
    await expect(sendReport(REPORT, 'k1')).rejects.toThrow('Non permesso');
  });
});

describe('la foto di una segnalazione', () => {
  const send = async () => {
    const uploads = fakeUploads();
    const opened = vi.spyOn(XMLHttpRequest.prototype, 'open');
    const header = vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader');
    const sent = sendPhoto(5, new File(['foto'], 'perdita.jpg'), 'k2');
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    return { sent, upload: uploads[0]!, opened, header };
  };

  it('parte con il numero della segnalazione, sotto la sua chiave', async () => {
    const { sent, upload, opened, header } = await send();
    expect([...upload.fields.entries()]).toEqual([
      ['id', '5'],
      ['file', expect.objectContaining({ name: 'perdita.jpg' })],
    ]);
    expect(opened.mock.calls).toEqual([['POST', '/api/guasti/foto']]);
    expect(header.mock.calls).toContainEqual(['Idempotency-Key', 'k2']);
    upload.answer(200, { message: {} });
    await expect(sent).resolves.toBeUndefined();
  });

  it('rifiutata lo dice', async () => {
    const { sent, upload } = await send();
    upload.answer(415, { message: 'Si accettano JPEG' });
    await expect(sent).rejects.toThrow('Si accettano JPEG');
  });
});
