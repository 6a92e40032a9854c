import fc from 'fast-check';
import type { JsonObject } from '#contracts/core/events.ts';

interface RandomEvent {
  stream: string;
  type: string;
  data: JsonObject;
  utente: string;
}

const utente = fc.constantFrom('anna', 'mario');
const matricola = fc.constantFrom('M1', 'M2');
const id = fc.integer({ min: 1, max: 3 });
const ore = fc.option(
  fc.integer({ min: 0, max: 5000 }).map((n) => n / 10),
  { nil: null },
);
const text = fc.constantFrom(null, 'a', 'Filtro, Olio', 'Olio', 'b\u0000c', '100%');
const data = fc.constantFrom(null, '2026-01-01', '2026-02-01', 'mai');

const recordEvent = (stream: fc.Arbitrary<string>, kinds: readonly string[], body: fc.Arbitrary<JsonObject>): fc.Arbitrary<RandomEvent> =>
  fc.record({ stream, type: fc.constantFrom(...kinds), data: body, utente });

const MACCHINA = [
  'MacchinarioRegistrato.v1',
  'MacchinarioModificato.v1',
  'MacchinarioModificato.v1',
  'MacchinarioEliminato.v1',
  'MacchinarioRipristinato.v1',
];
const CHILDREN = ['RigaPianoAggiunta.v1', 'RigaPianoModificata.v1', 'RigaPianoEliminata.v1', 'RigaPianoRipristinata.v1'];
const MANUTENZIONE = ['ManutenzioneRegistrata.v1', 'ManutenzioneModificata.v1', 'ManutenzioneEliminata.v1', 'ManutenzioneRipristinata.v1'];
const ACCISA = ['AccisaRegistrata.v1', 'AccisaModificata.v1', 'AccisaEliminata.v1', 'AccisaRipristinata.v1'];
const FILE = ['DocumentoCaricato.v1', 'DocumentoEliminato.v1', 'DocumentoRinominato.v1'];

const TESTATA = ['ProduzioneRegistrata.v1', 'ProduzioneModificata.v1', 'ProduzioneEliminata.v1', 'ProduzioneRipristinata.v1'];
const RIGA = [
  'RigaProduzioneAggiunta.v1',
  'RigaProduzioneAggiunta.v1',
  'RigaProduzioneModificata.v1',
  'RigaProduzioneRicalcolata.v1',
  'RigaProduzioneEliminata.v1',
  'RigaProduzioneRipristinata.v1',
];
const lavorazione = fc.constantFrom(null, 'PALI', 'TIRANTI');

const productionFacts: fc.Arbitrary<RandomEvent>[] = [
  id.chain((n) =>
    recordEvent(
      fc.constant(`produzione_padre-${n}`),
      TESTATA,
      fc.record({ id: fc.constant(n), data, cantiere: fc.constantFrom('0412', '0413') }),
    ),
  ),
  fc.tuple(id, id).chain(([n, m]) =>
    recordEvent(
      fc.constant(`produzione_padre-${n}`),
      RIGA,
      fc.record({
        id: fc.constant(n * 10 + m),
        id_intestazione: fc.constant(n),
        data,
        commessa: fc.constantFrom('0412', '0413'),
        fermo: fc.constantFrom(0, 1, null),
        lavorazione,
        quantita: ore,
        prezzo: ore,
        produzione: fc.oneof(ore, fc.constant('tanta')),
        note: text,
      }),
    ),
  ),
];

const one: fc.Arbitrary<RandomEvent> = fc.oneof(
  ...productionFacts,
  matricola.chain((m) =>
    recordEvent(
      fc.constant(`macchinari-${m}`),
      MACCHINA,
      fc.record({ matricola: fc.constant(m), ore_km: ore, marca: text, scadenza_varie2: data }),
    ),
  ),
  fc.tuple(matricola, id).chain(([m, n]) =>
    recordEvent(
      fc.constant(`macchinari-${m}`),
      CHILDREN,
      fc.record({
        id: fc.constant(n + (m === 'M1' ? 0 : 10)),
        matricola: fc.constant(m),
        componente: fc.constantFrom('filtro_olio', 'olio_motore', 'cinghie'),
        quantita: text,
        ogni_ore: fc.constantFrom(null, 50, 250, 'spesso'),
        ogni_mesi: fc.constantFrom(null, 1, 6, 0.5, 99_999_999),
      }),
    ),
  ),
  matricola.chain((m) =>
    recordEvent(
      fc.constant(`macchinari-${m}`),
      FILE,
      fc.record({
        tabella: fc.constant('macchinari'),
        id: fc.constant(m),
        campo: fc.constantFrom('varie2', 'foto'),
        percorso: fc.constantFrom('x.pdf', 'y.pdf'),
        file_versione: id,
        byte: id,
      }),
    ),
  ),
  id.chain((n) =>
    recordEvent(
      fc.constant(`manutenzioni-${n}`),
      MANUTENZIONE,
      fc.record({
        id: fc.constant(n),
        matricola: fc.option(matricola, { nil: null }),
        data,
        tipologia: fc.constantFrom(null, 'Interna', 'Lettura'),
        manutenzione: fc.oneof(text, fc.constantFrom('Filtro Motore', 'Cambio Olio Motore, filtro olio')),
        ore_km: ore,
        ore_scadenza: ore,
      }),
    ),
  ),
  id.chain((n) =>
    recordEvent(fc.constant(`accise-${n}`), ACCISA, fc.record({ id: fc.constant(n), matricola, ore: fc.oneof(ore, fc.constant('tante')) })),
  ),
);

/** Arbitrary sequence of events in any order, including events that a decider would never record. */
export const randomSequence: fc.Arbitrary<RandomEvent[]> = fc.array(one, { minLength: 1, maxLength: 60 });
