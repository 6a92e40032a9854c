import { describe, expect, it } from 'vitest';
import type { JsonObject } from './events.ts';
import { campiModificati, chiaveRecord, evolvi, fraseDi, modificaDi, rileggi, TIPI_EVENTO, type EventoLetto } from './history.ts';

let version = 0;
const evento = (type: string, data: JsonObject, utente = 'l.ferretti'): EventoLetto => ({
  type, data, version: ++version, metadata: { utente, at: `2026-11-20T08:00:${String(version % 60).padStart(2, '0')}.000Z` },
});
const stato = (events: EventoLetto[], tabella: string, id: string) => rileggi(events).get(chiaveRecord(tabella, id));

describe('la lettura degli eventi', () => {
  it('un record nasce con il suo proprietario e cambia solo nei campi toccati', () => {
    version = 0;
    const record = stato([
      evento('MacchinarioRegistrato.v1', { matricola: 'A1', marca: 'Soilmec', ore_km: 10 }),
      evento('MacchinarioModificato.v1', { matricola: 'A1', ore_km: 20 }, 'm.bassi'),
    ], 'macchinari', 'A1');
    expect(record).toMatchObject({ esiste: true, utente: 'l.ferretti', modificatoDa: 'm.bassi', versione: 2, valori: { marca: 'Soilmec', ore_km: 20 } });
  });

  it('una scheda figlia non muove la versione della macchina', () => {
    version = 0;
    const events = [
      evento('MacchinarioRegistrato.v1', { matricola: 'A1' }),
      evento('DatiMacchinaRegistrati.v1', { matricola: 'A1', motore_marca: 'Deutz' }),
    ];
    expect(stato(events, 'macchinari', 'A1')?.versione).toBe(1);
    expect(stato(events, 'datiMacchina', 'A1')).toMatchObject({ versione: 2, valori: { motore_marca: 'Deutz' } });
  });

  it('eliminare la macchina nasconde i figli, ripristinarla li riporta', () => {
    version = 0;
    const events = [
      evento('MacchinarioRegistrato.v1', { matricola: 'A1' }),
      evento('RigaPianoAggiunta.v1', { id: 7, matricola: 'A1', componente: 'antigelo' }),
      evento('MacchinarioEliminato.v1', { matricola: 'A1' }),
    ];
    expect(stato(events, 'macchinari', 'A1')?.esiste).toBe(false);
    expect(stato(events, 'manutMacchinari', '7')).toMatchObject({ esiste: true, padreEliminato: true });
    events.push(evento('MacchinarioRipristinato.v1', { matricola: 'A1' }));
    expect(stato(events, 'macchinari', 'A1')?.esiste).toBe(true);
    expect(stato(events, 'manutMacchinari', '7')?.padreEliminato).toBe(false);
  });

  it('un documento caricato imposta il percorso, uno eliminato lo toglie con la sua scadenza', () => {
    version = 0;
    const carica = (file_versione: number) => evento('DocumentoCaricato.v1', {
      tabella: 'macchinari', id: 'A1', campo: 'documenti_ass', percorso: 'A1/A1_ASS.pdf', file_versione, byte: 10,
    });
    const events = [evento('MacchinarioRegistrato.v1', { matricola: 'A1', scadenza_assicurazione: '2026-12-01' }), carica(1), carica(2)];
    const prima = stato(events.slice(0, 2), 'macchinari', 'A1')!;
    const dopo = stato(events, 'macchinari', 'A1')!;
    expect(dopo.archivio['documenti_ass']).toMatchObject({ percorso: 'A1/A1_ASS.pdf', versione: 2 });
    expect(campiModificati(prima, dopo, modificaDi(events[2]!)!)).toEqual([expect.objectContaining({
      campo: 'documenti_ass', etichetta: 'Assicurazione',
      prima: { percorso: 'A1/A1_ASS.pdf', versione: 1 }, dopo: { percorso: 'A1/A1_ASS.pdf', versione: 2 },
    })]);
    events.push(evento('DocumentoEliminato.v1', { tabella: 'macchinari', id: 'A1', campo: 'documenti_ass' }));
    expect(stato(events, 'macchinari', 'A1')).toMatchObject({ valori: { documenti_ass: null, scadenza_assicurazione: null }, archivio: {} });
  });

  it('un evento sconosciuto non cambia nulla e non lancia', () => {
    const before = rileggi([evento('AccisaRegistrata.v1', { id: 1 })]);
    expect(evolvi(before, evento('MaiVisto.v1', { id: 1 }))).toBe(before);
    expect(modificaDi({ type: 'MaiVisto.v1', data: {} })).toBeNull();
  });

  it('non modifica lo stato che riceve', () => {
    const before = rileggi([evento('AccisaRegistrata.v1', { id: 1, ore: 5 })]);
    const copy = structuredClone([...before.entries()]);
    evolvi(before, evento('AccisaModificata.v1', { id: 1, ore: 6 }));
    expect([...before.entries()]).toEqual(copy);
  });

  it('la creazione elenca ogni campo dato, con prima vuoto', () => {
    const created = evento('AccisaRegistrata.v1', { id: 1, ore: 5, matricola: 'A1' });
    const dopo = rileggi([created]).get('accise/1')!;
    expect(campiModificati(undefined, dopo, modificaDi(created)!).map((c) => [c.etichetta, c.prima, c.dopo])).toEqual([
      ['Ore', null, 5], ['Matricola', null, 'A1'],
    ]);
  });

  it('ogni evento ha una frase italiana', () => {
    for (const type of TIPI_EVENTO) {
      const modifica = modificaDi({ type, data: { tabella: 'macchinari', id: '1', campo: 'foto', percorso: 'a/b.jpg', memberID: 'x' } })!;
      expect(fraseDi(modifica, 2)).toMatch(/^ha (creato|modificato|eliminato|ripristinato|caricato|rinominato|cambiato) /);
    }
  });
});
