import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localKeysIn, newLocalKey, withPortalKeys, type Item } from './item.ts';
import { change, discard, retry, sendNext, type SentAnswer, type Shelf } from './queue.ts';
import { item, Killed, memory } from './shelf.testing.ts';

const CALL = { numRuns: 300 };
const HEADER = newLocalKey(undefined, () => 0.5);
const header = item({ id: 'h', path: '/api/giornate', register: 'giornate', key: HEADER, makes: true });
const line = (id: string, more: Partial<Item> = {}) => item({ id, body: `{"righe":{"id_intestazione":${HEADER}}}`, ...more });

/** A portal that recognises a repeated key; `says` may refuse a body. */
function portal(says: (one: Item) => SentAnswer | null = () => null) {
  const taken: { id: string; body: string; number: number; version: number | null }[] = [];
  const take = (one: Item): SentAnswer => {
    const before = taken.find(({ id }) => id === one.id);
    if (before) {
      expect(one.body).toBe(before.body);
      return { is: 'written', key: String(before.number), version: 1 };
    }
    const no = says(one);
    if (no) return no;
    taken.push({ id: one.id, body: one.body, number: taken.length + 100, version: one.version });
    return { is: 'written', key: String(taken.length + 99), version: 1 };
  };
  return { taken, take };
}

async function sendAll(shelf: Shelf, send: (one: Item) => Promise<SentAnswer>): Promise<void> {
  for (;;) {
    const { is } = await sendNext(shelf, send);
    if (is === 'nothing' || is === 'stopped') return;
  }
}

describe('i numeri del dispositivo', () => {
  it('si trovano nei campi che nominano un record, e lì lasciano il posto a quelli del portale; una nota resta com’è', () => {
    const text = `{"id_intestazione":${HEADER},"note":"1${HEADER}","id":"${HEADER}","testo":"${HEADER}","quantita":${HEADER}}`;
    expect(localKeysIn(text)).toEqual([HEADER]);
    expect(withPortalKeys(text, { [HEADER]: '57' })).toBe(
      `{"id_intestazione":57,"note":"1${HEADER}","id":"57","testo":"${HEADER}","quantita":${HEADER}}`,
    );
    expect(localKeysIn(`{"note":"${HEADER}","testo":"v. ${HEADER}"}`)).toEqual([]);
  });
});

describe('ciò che aspetta parte', () => {
  it('in ordine, e le righe col numero che il portale ha dato alla loro giornata', async () => {
    const shelf = memory();
    for (const one of [header, line('a'), line('b')]) await shelf.add(one);
    const { taken, take } = portal();
    await sendAll(shelf, async (one) => take(one));
    expect(taken.map(({ id, body }) => [id, body])).toEqual([
      ['h', '{}'],
      ['a', '{"righe":{"id_intestazione":100}}'],
      ['b', '{"righe":{"id_intestazione":100}}'],
    ]);
    expect([await shelf.all(), await shelf.portalKeys()]).toEqual([[], { [HEADER]: '100' }]);
  });

  it('fino alla prima risposta che manca; il resto aspetta', async () => {
    const shelf = memory();
    for (const id of ['a', 'b', 'c']) await shelf.add(item({ id }));
    const { taken, take } = portal();
    await sendAll(shelf, async (one) => (one.id === 'b' ? { is: 'lost' } : take(one)));
    expect(taken.map(({ id }) => id)).toEqual(['a']);
    expect((await shelf.all()).map(({ id, tried }) => [id, tried])).toEqual([
      ['b', true],
      ['c', false],
    ]);
  });

  it('ciò che è rifiutato resta con la frase del portale, ciò che ne dipende l’aspetta, il resto va', async () => {
    const shelf = memory();
    for (const one of [header, line('a'), item({ id: 'x' })]) await shelf.add(one);
    const { taken, take } = portal((one) => (one.id === 'h' ? { is: 'refused', said: 'Cantiere chiuso', wrong: [] } : null));
    await sendAll(shelf, async (one) => take(one));
    expect(taken.map(({ id }) => id)).toEqual(['x']);
    expect((await shelf.all()).map(({ id, state, said }) => [id, state, said])).toEqual([
      ['h', 'rifiutata', 'Cantiere chiuso'],
      ['a', 'attesa', null],
    ]);
  });

  it('una modifica dopo l’altra dello stesso record porta la versione che quella di prima ha lasciato', async () => {
    const shelf = memory();
    await shelf.add(item({ id: 'a', method: 'PUT', key: '7', version: 3 }));
    await shelf.add(item({ id: 'b', method: 'PUT', key: '7', after: 'a' }));
    const sent: [string, number | null][] = [];
    await sendAll(shelf, async (one) => {
      sent.push([one.id, one.version]);
      return { is: 'written', key: null, version: (one.version ?? 0) + 1 };
    });
    expect(sent).toEqual([
      ['a', 3],
      ['b', 4],
    ]);
  });

  it('un invio su cui il portale cade ogni volta non ferma gli altri per sempre', async () => {
    const shelf = memory();
    await shelf.add(item({ id: 'a' }));
    await shelf.add(item({ id: 'b' }));
    const { taken, take } = portal();
    for (let i = 0; i < 5; i += 1) await sendAll(shelf, async (one) => (one.id === 'a' ? { is: 'lost', fault: true } : take(one)));
    expect(taken.map(({ id }) => id)).toEqual(['b']);
    expect(await shelf.all()).toMatchObject([{ id: 'a', state: 'rifiutata', tried: true }]);
  });
});

describe('finché non parte', () => {
  it('si corregge al suo posto, sotto un’altra chiave; se può essere già arrivato, la correzione lo segue', async () => {
    const shelf = memory();
    await shelf.add(item({ id: 'a', body: '1' }));
    await shelf.add(item({ id: 'b', body: '2', key: '8', tried: true }));
    await change(shelf, 'a', { body: '10', follow: '11' }, () => 'a2');
    await change(shelf, 'b', { body: '20', follow: '21' }, () => 'b2');
    expect((await shelf.all()).map(({ id, body, method, after }) => [id, body, method, after])).toEqual([
      ['a2', '10', 'POST', null],
      ['b', '2', 'POST', null],
      ['b2', '21', 'PUT', 'b'],
    ]);
  });

  it('un rifiutato corretto torna in attesa, e chi lo seguiva lo segue ancora', async () => {
    const shelf = memory();
    await shelf.add(item({ id: 'a', state: 'conflitto', said: 'Altri', theirs: 9, version: 2, method: 'PUT', key: '7' }));
    await shelf.add(item({ id: 'b', after: 'a', method: 'PUT', key: '7' }));
    await retry(shelf, 'a', () => 'a2', true);
    expect(await shelf.all()).toMatchObject([
      { id: 'a2', state: 'attesa', version: 9, said: null },
      { id: 'b', after: 'a2' },
    ]);
  });

  it('di un conflitto si riprova con la propria versione, se non si dice di sovrascrivere', async () => {
    const shelf = memory();
    await shelf.add(item({ id: 'a', state: 'conflitto', theirs: 9, version: 2, method: 'PUT', key: '7' }));
    await retry(shelf, 'a', () => 'a2');
    expect(await shelf.all()).toMatchObject([{ id: 'a2', version: 2 }]);
  });

  it('ciò che può essere arrivato si ripete sotto la stessa chiave: il portale lo riconosce', async () => {
    const shelf = memory();
    await shelf.add(item({ id: 'a', state: 'rifiutata', said: 'Più volte', tried: true, faults: 2 }));
    expect(await retry(shelf, 'a', () => 'a2')).toBe(true);
    expect(await shelf.all()).toMatchObject([{ id: 'a', state: 'attesa', said: null, tried: true, faults: 0 }]);
    // one that waits already is let be
    expect(await retry(shelf, 'a', () => 'a3')).toBe(true);
    expect((await shelf.all()).map(({ id }) => id)).toEqual(['a']);
  });

  it('ciò che intanto è arrivato non si corregge, non si ripete e non si butta più: si dice', async () => {
    const shelf = memory();
    await shelf.add(item({ id: 'x' }));
    const newId = () => 'y';
    expect(await change(shelf, 'a', { body: '1', follow: '2' }, newId)).toBe(false);
    expect(await retry(shelf, 'a', newId)).toBe(false);
    expect(await discard(shelf, 'a')).toBe(false);
    expect((await shelf.all()).map(({ id }) => id)).toEqual(['x']);
    expect(await change(shelf, 'x', { body: '1', follow: '2' }, newId)).toBe(true);
    expect(await discard(shelf, 'y')).toBe(true);
  });

  it('buttato via, porta con sé ciò che non ha senso senza', async () => {
    const shelf = memory();
    for (const one of [header, line('a'), item({ id: 'x' }), line('b')]) await shelf.add(one);
    await discard(shelf, 'h');
    expect((await shelf.all()).map(({ id }) => id)).toEqual(['x']);
  });
});

/** Generates the outcome of one attempt to send. */
const fate = fc.constantFrom('arrives', 'arrives', 'arrives', 'no network', 'answer lost', 'killed before', 'killed after', 'portal fails');

it('comunque vada (rete che manca, risposte perse, pagina uccisa in ogni momento) ogni cosa arriva una volta, in ordine, e niente va perso', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ tied: fc.boolean(), refused: fc.boolean() }), { minLength: 1, maxLength: 8 }),
      fc.array(fate, { maxLength: 25 }),
      fc.array(fc.boolean(), { maxLength: 40 }),
      async (written, fates, kills) => {
        const dies = [...kills];
        let counting = false;
        const shelf = memory(() => counting && dies.shift() === true);
        await shelf.add(header);
        for (const [i, { tied }] of written.entries()) await shelf.add(tied ? line(`r${i}`) : item({ id: `r${i}`, body: `${i}` }));
        const refused = new Set(written.flatMap((one, i) => (one.refused ? [`r${i}`] : [])));
        const { taken, take } = portal((one) => (refused.has(one.id) ? { is: 'refused', said: 'No', wrong: [] } : null));
        const happens = [...fates];
        counting = true;
        for (let page = 0; page < 200; page += 1) {
          try {
            await sendAll(shelf, async (one) => {
              const now = happens.shift() ?? 'arrives';
              if (now === 'no network') return { is: 'lost' };
              if (now === 'killed before') throw new Killed();
              if (now === 'portal fails') return { is: 'lost', fault: false, after: 1 };
              const answer = take(one);
              if (now === 'killed after') throw new Killed();
              return now === 'answer lost' && answer.is === 'written' ? { is: 'lost' } : answer;
            });
          } catch (error) {
            if (!(error instanceof Killed)) throw error;
          }
          if (happens.length === 0 && dies.length === 0) break;
        }
        counting = false;
        await sendAll(shelf, async (one) => take(one));
        const left = (await shelf.all()).map(({ id }) => id);
        const arrived = taken.map(({ id }) => id);
        const all = ['h', ...written.map((_one, i) => `r${i}`)];
        expect(arrived).toEqual(all.filter((id) => !refused.has(id)));
        expect(left).toEqual(all.filter((id) => refused.has(id)));
        for (const { body } of taken) expect(localKeysIn(body)).toEqual([]);
      },
    ),
    CALL,
  );
});

it('ciò che dipende da un record partito ne prende il numero, e tiene la sua chiave', async () => {
  const shelf = memory();
  const [header, line] = ['900000000001', '900000000002'];
  await shelf.add(item({ id: 'h', key: header, makes: true }));
  await shelf.add(item({ id: 'r', key: line, makes: true, body: JSON.stringify({ riga: { id_intestazione: Number(header) } }) }));
  await shelf.add(item({ id: 'f', key: null, register: null, after: 'h', body: '{}' }));
  await shelf.add(item({ id: 'c', method: 'PUT', key: header, after: 'h' }));
  await sendNext(shelf, async () => ({ is: 'written', key: '57', version: 4 }));
  expect((await shelf.all()).map(({ id, key, after, version, body }) => [id, key, after, version, body])).toEqual([
    ['r', line, null, null, '{"riga":{"id_intestazione":57}}'],
    ['f', null, null, 4, '{}'],
    ['c', '57', null, 4, '{}'],
  ]);
});
