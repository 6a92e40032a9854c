import { describe, expect, it } from 'vitest';
import type { Row } from '#web/registers/row.ts';
import { openCopies, type Ask } from './copies.ts';
import type { Kept } from './shelf.ts';

const line = (id: number, quantita: number, versione = 1): Row => ({ id, id_intestazione: 7, quantita, utente: 'anna', versione });

function opened(ask: Ask) {
  const lying = new Map<string, unknown>();
  const kept: Kept = {
    read: async (name) => lying.get(name),
    write: async (name, value) => void lying.set(name, value),
    forget: async () => lying.clear(),
  };
  return openCopies(kept, ask);
}
/** A portal whose answers wait until they are let go. */
function portal(rows: readonly Row[]) {
  let go = () => {};
  const asked = new Promise<void>((resolve) => {
    go = resolve;
  });
  const ask: Ask = async (path) => {
    if (path !== 'produzione') return { data: [] };
    const answer = [...rows];
    await asked;
    return { data: answer };
  };
  return { ask, go: () => go() };
}
const ids = async (copies: ReturnType<typeof openCopies>) =>
  ((await copies.of('produzione'))?.rows ?? []).map(({ id, quantita }) => [id, quantita]).toSorted();

describe('le copie sul dispositivo', () => {
  it('una riga accettata mentre si rilegge non si perde, e chi la scrive non aspetta la lettura', async () => {
    const slow = portal([line(1, 10)]);
    const copies = opened(slow.ask);
    const reading = copies.refresh(new Date());
    await copies.adopt('produzione', 'id', line(2, 20));
    slow.go();
    await reading;
    expect(await ids(copies)).toEqual([
      [1, 10],
      [2, 20],
    ]);
  });

  it('di una riga già riletta vale ciò che il portale dice', async () => {
    const slow = portal([line(1, 11, 3)]);
    const copies = opened(slow.ask);
    const reading = copies.refresh(new Date());
    await copies.adopt('produzione', 'id', line(1, 10, 2));
    slow.go();
    await reading;
    expect(await ids(copies)).toEqual([[1, 11]]);
  });

  it('ciò che è stato eliminato sparisce, e non torna con la rilettura', async () => {
    const rows = [line(1, 10)];
    const slow = portal(rows);
    const copies = opened(slow.ask);
    slow.go();
    await copies.refresh(new Date());
    await copies.adopt('produzione', 'id', line(2, 20));
    await copies.drop('produzione', 'id', '2');
    expect(await ids(copies)).toEqual([[1, 10]]);
    await copies.refresh(new Date(), ['produzione']);
    expect(await ids(copies)).toEqual([[1, 10]]);
  });

  it('ciò che è stato eliminato mentre si rilegge non torna', async () => {
    const slow = portal([line(1, 10), line(2, 20)]);
    const copies = opened(slow.ask);
    const reading = copies.refresh(new Date());
    await copies.drop('produzione', 'id', '2');
    slow.go();
    await reading;
    expect(await ids(copies)).toEqual([[1, 10]]);
  });
});
