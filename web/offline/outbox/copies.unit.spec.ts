import { describe, expect, it } from 'vitest';
import { choiceScope } from '#contracts/core/choices.ts';
import { EVERYTHING, GRUPPO_OPERATIVI, scope, type Identity } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { INITIAL_GROUPS } from '#services/modules/accesso/initial-groups.ts';
import { catalogue } from '#web/catalogue.ts';
import type { Row } from '#web/registers/row.ts';
import { MODULES } from '../modules.testing.ts';
import { openCopies, type Ask } from './copies.ts';
import type { DeviceValues } from './shelf.ts';

const line = (id: number, quantita: number, versione = 1): Row => ({ id, id_intestazione: 7, quantita, utente: 'anna', versione });

const ALL: Identity = {
  memberID: 'anna',
  groupID: 2,
  permessi: Object.fromEntries(AREE.map((area) => [area, EVERYTHING])),
};

function opened(ask: Ask, who = ALL) {
  const lying = new Map<string, unknown>();
  const kept: DeviceValues = {
    read: async (name) => lying.get(name),
    write: async (name, value) => void lying.set(name, value),
    forget: async () => lying.clear(),
  };
  return openCopies({ storage: kept, ask, identity: () => who, registers: MODULES.copies });
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
  it('di ogni registro prende le prime pagine, non tutto quel che c’è', async () => {
    const asked: Record<string, number[]> = {};
    const copies = opened(async (path, query) => {
      (asked[path] ??= []).push(Number(query['pagina']));
      expect(query['righe']).toBe(500);
      return { data: Array.from({ length: 500 }, (_, i) => line(i, 1)) };
    });
    await copies.refresh(new Date());
    expect(Object.fromEntries(Object.entries(asked).map(([path, pages]) => [path, pages.length]))).toEqual({
      cantieri: 4,
      cantieri_wbs: 10,
      cantieri_lavorazioni: 10,
      lavorazioni: 2,
      wbs: 2,
      operatore: 2,
      macchinari: 6,
      noleggi: 2,
      meccanici: 1,
      elencoManutenzioni: 1,
      punti_controllo: 2,
      guasti: 1,
      produzione_padre: 1,
      produzione: 2,
      manutenzioni: 1,
    });
    expect(asked['macchinari']).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('si chiede solo ciò che la persona vede, o da cui sceglie: nessuna richiesta che i suoi diritti rifiutano', async () => {
    const { permessi } = INITIAL_GROUPS.find(({ groupID }) => groupID === GRUPPO_OPERATIVI)!;
    const who: Identity = { memberID: 'operaio', groupID: GRUPPO_OPERATIVI, permessi };
    const asked: string[] = [];
    const refused: string[] = [];
    const copies = opened(async (path, query) => {
      const def = catalogue.register(path)!;
      const allowed = query['scelta'] === 1 ? choiceScope(catalogue, who, def) : scope(who, def.access, 'view');
      (allowed === 'none' ? refused : asked).push(path);
      return allowed === 'none' ? null : { data: [] };
    }, who);
    await copies.refresh(new Date());
    expect(refused).toEqual([]);
    expect(asked).toEqual(expect.arrayContaining(['cantieri', 'macchinari', 'manutenzioni', 'lavorazioni', 'wbs']));
    expect(asked).not.toContain('produzione');
  });

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
