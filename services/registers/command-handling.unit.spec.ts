import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DomainError } from '#contracts/core/errors.ts';
import { VersionConflict, type EventStore } from '#contracts/ports/event-store.ts';
import type { Dispatch, Mittente } from '#contracts/ports/dispatch.ts';
import { GRUPPO_AMMINISTRATORI, type Identita, type Permesso } from '#contracts/core/permissions.ts';
import { creaDispatch, esegui, provaElimina } from './command-handling.ts';
import { storeMemoria } from '../platform/event-store/memory.ts';
import type { Dipendenze } from '../platform/module.ts';

const TUTTO: Permesso = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
const persona = (memberID: string, permesso: Partial<Permesso> = {}): Identita =>
  ({ memberID, groupID: 40, permessi: { accise: { ...TUTTO, ...permesso }, macchinari: { ...TUTTO, ...permesso } } });
const anna = persona('anna');

let comandi = 0;
function da(identita: Identita, altro: Partial<Mittente> = {}): Mittente {
  comandi += 1;
  return { identita, commandId: `comando-${comandi}`, correlationId: 'corr', origine: 'api', ...altro };
}

function numeriInMemoria(): Dipendenze['numeri'] {
  const ultimi = new Map<string, number>();
  const dati = new Map<string, number>();
  return {
    async riserva(sequenza, commandId) {
      const chiave = `${sequenza}/${commandId}`;
      const numero = dati.get(chiave) ?? (ultimi.get(sequenza) ?? 0) + 1;
      if (!dati.has(chiave)) ultimi.set(sequenza, numero);
      dati.set(chiave, numero);
      return numero;
    },
    async almeno(sequenza, ultimo) {
      ultimi.set(sequenza, Math.max(ultimi.get(sequenza) ?? 0, ultimo));
    },
  };
}

const lettureVuote = () => new Kysely({
  dialect: { createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(), createIntrospector: (db) => new PostgresIntrospector(db), createQueryCompiler: () => new PostgresQueryCompiler() },
});

describe('Un comando', () => {
  let store: EventStore;
  let dip: Omit<Dipendenze, 'dispatch'>;
  let dispatch: Dispatch;

  beforeEach(() => {
    store = storeMemoria();
    // read tables that are empty, and only what the write side uses
    dip = { store, letture: lettureVuote(), numeri: numeriInMemoria(), clock: { now: () => new Date('2026-03-01T10:00:00Z') } } as unknown as typeof dip;
    dispatch = creaDispatch(dip);
  });

  const codice = (promessa: Promise<unknown>) => promessa.then(() => 'nessun errore', (error: DomainError) => error.code);
  const nuovaAccisa = (mittente = da(anna)) => dispatch({ registro: 'accise', azione: 'crea', valori: { ore: 1 } }, mittente);

  it('registra chi, quando e da dove, e risponde chiave, versione e posizione', async () => {
    const esito = await nuovaAccisa(da(anna, { commandId: 'uno', origine: 'web', motivo: 'prova' }));
    const [evento] = await store.read('accise-1');
    expect(esito).toEqual({ chiave: 1, versione: 1, posizione: evento?.position });
    expect(evento).toMatchObject({
      type: 'AccisaRegistrata.v1', data: { id: 1, ore: 1 },
      metadata: { commandId: 'uno', correlationId: 'corr', utente: 'anna', groupID: 40, at: '2026-03-01T10:00:00.000Z', origine: 'web', motivo: 'prova' },
    });
    expect(evento?.metadata.eventId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('ripetuto dà la stessa risposta e nessun secondo record', async () => {
    const mittente = da(anna);
    const prima = await nuovaAccisa(mittente);
    await dispatch({ registro: 'accise', azione: 'modifica', chiave: 1, valori: { ore: 2 } }, da(anna));
    expect(await nuovaAccisa(mittente)).toEqual(prima);
    expect(await nuovaAccisa()).toMatchObject({ chiave: 2 });
  });

  it('ripetuto nello stesso istante scrive una volta sola', async () => {
    const mittente = da(anna);
    const esiti = await Promise.all(Array.from({ length: 5 }, () => nuovaAccisa(mittente)));
    expect(new Set(esiti.map((e) => JSON.stringify(e))).size).toBe(1);
    expect(await store.countAfter(null, 100)).toBe(1);
  });

  it('una modifica o un\'eliminazione ripetuta risponde come la prima volta', async () => {
    await nuovaAccisa();
    const modifica = da(anna);
    const prima = await dispatch({ registro: 'accise', azione: 'modifica', chiave: 1, valori: { ore: 2 }, versioneLetta: 1 }, modifica);
    expect(await dispatch({ registro: 'accise', azione: 'modifica', chiave: 1, valori: { ore: 2 }, versioneLetta: 1 }, modifica)).toEqual(prima);
    const elimina = da(anna);
    const via = await dispatch({ registro: 'accise', azione: 'elimina', chiave: 1 }, elimina);
    expect(await dispatch({ registro: 'accise', azione: 'elimina', chiave: 1 }, elimina)).toEqual(via);
    expect(await codice(dispatch({ registro: 'accise', azione: 'elimina', chiave: 1 }, da(anna)))).toBe('SCONOSCIUTO');
  });

  it('che non cambia nulla non registra nulla', async () => {
    await nuovaAccisa();
    expect(await dispatch({ registro: 'accise', azione: 'modifica', chiave: 1, valori: { ore: 1 } }, da(anna))).toEqual({ chiave: 1, versione: 1, posizione: null });
    expect(await store.countAfter(null, 100)).toBe(1);
  });

  it('quaranta modifiche insieme di un record senza If-Match passano tutte', async () => {
    await nuovaAccisa();
    const esiti = await Promise.all(Array.from({ length: 40 }, (_, i) =>
      dispatch({ registro: 'accise', azione: 'modifica', chiave: 1, valori: { minuti: i + 1 } }, da(anna))));
    expect(new Set(esiti.map((e) => e.versione)).size).toBe(40);
    expect((await store.read('accise-1')).map((e) => e.version)).toEqual(Array.from({ length: 41 }, (_, i) => i + 1));
  });

  it('con la stessa versione letta uno solo passa', async () => {
    await nuovaAccisa();
    const codici = await Promise.all(Array.from({ length: 10 }, (_, i) =>
      codice(dispatch({ registro: 'accise', azione: 'modifica', chiave: 1, valori: { minuti: i + 1 }, versioneLetta: 1 }, da(anna)))));
    expect(codici.filter((c) => c === 'nessun errore')).toHaveLength(1);
    expect(codici.filter((c) => c === 'VERSIONE_SUPERATA')).toHaveLength(9);
  });

  it('due creazioni insieme della stessa chiave: una sola riesce', async () => {
    const crea = () => codice(dispatch({ registro: 'macchinari', azione: 'crea', chiave: 'A 1/b', valori: {} }, da(anna)));
    expect((await Promise.all([crea(), crea(), crea()])).toSorted()).toEqual(['DUPLICATO', 'DUPLICATO', 'nessun errore']);
  });

  it('si arrende con una frase quando qualcuno è sempre più veloce', async () => {
    const occupato: EventStore = { ...store, append: async (stream, _events, expected) => { throw new VersionConflict(stream, expected, 9); } };
    const promessa = esegui({ store: occupato, clock: dip.clock }, {
      stream: 'accise-1', mittente: da(anna), decidi: () => [{ type: 'AccisaRegistrata.v1', data: { id: 1 } }],
    });
    expect(await codice(promessa)).toBe('NON_DISPONIBILE');
  });

  it('provato non registra nulla e rifiuta quello che sarebbe rifiutato', async () => {
    await nuovaAccisa();
    const elimina = { registro: 'accise', azione: 'elimina', chiave: 1 } as const;
    await provaElimina(dip, elimina, da(anna));
    expect(await codice(provaElimina(dip, { ...elimina, chiave: 2 }, da(anna)))).toBe('SCONOSCIUTO');
    expect(await codice(provaElimina(dip, elimina, da(persona('bea', { allowDelete: 1 }))))).toBe('NON_PERMESSO');
    expect(await store.countAfter(null, 100)).toBe(1);
  });

  it('i figli stanno nel flusso del padre e seguono il suo proprietario', async () => {
    await dispatch({ registro: 'macchinari', azione: 'crea', chiave: 'A1', valori: {} }, da(anna));
    const riga = { registro: 'manutMacchinari', azione: 'crea', valori: { matricola: 'A1', componente: 'olio_motore' } } as const;
    const { chiave, versione } = await dispatch(riga, da(anna));
    expect([chiave, versione]).toEqual([1, 2]);
    const cambia = { registro: 'manutMacchinari', azione: 'modifica', chiave, valori: { matricola: 'A1', quantita: '4' } } as const;
    expect(await codice(dispatch(cambia, da(persona('bea', { allowEdit: 1 }))))).toBe('NON_PERMESSO');
    expect(await codice(dispatch(cambia, da(persona('bea', { allowView: 1 }))))).toBe('SCONOSCIUTO');
    expect(await codice(dispatch(riga, da(persona('bea', { allowEdit: 1 }))))).toBe('NON_PERMESSO');
    expect(await codice(dispatch(cambia, da(persona('anna', { allowEdit: 1, allowView: 1 }))))).toBe('nessun errore');
  });

  it('il numero fissato vale solo per chi installa, e la sequenza va oltre', async () => {
    const sistema = da({ memberID: 'sistema', groupID: GRUPPO_AMMINISTRATORI, permessi: {} }, { origine: 'sistema' });
    expect(await dispatch({ registro: 'accise', azione: 'crea', chiave: 12, valori: {} }, sistema)).toMatchObject({ chiave: 12 });
    expect(await dispatch({ registro: 'accise', azione: 'crea', chiave: 90, valori: {} }, da(anna))).toMatchObject({ chiave: 13 });
  });

  it('un record eliminato torna solo per chi amministra o può eliminare tutto', async () => {
    await nuovaAccisa();
    await dispatch({ registro: 'accise', azione: 'elimina', chiave: 1 }, da(anna));
    const torna = { registro: 'accise', azione: 'ripristina', chiave: 1, versione: 1 } as const;
    expect(await codice(dispatch(torna, da(persona('anna', { allowDelete: 1 }))))).toBe('NON_PERMESSO');
    expect(await dispatch(torna, da(persona('bea')))).toMatchObject({ versione: 3 });
  });

  it('un registro che non c\'è è sconosciuto', async () => {
    expect(await codice(dispatch({ registro: 'constructor', azione: 'crea' }, da(anna)))).toBe('SCONOSCIUTO');
  });
});
