import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addDays } from '#contracts/core/dates.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { workerFile, workerFolder } from '#contracts/modules/personale.ts';
import type { ValuesOf } from '#contracts/core/typed-record.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { elencoManutenzioni } from '#contracts/registers/elenco-manutenzioni.ts';
import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { mansioni } from '#contracts/registers/mansioni.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { operatore } from '#contracts/registers/operatore.ts';
import { personale } from '#contracts/registers/personale.ts';
import { referenti } from '#contracts/registers/referenti.ts';
import { wbs } from '#contracts/registers/wbs.ts';
import { MANSIONI_DEMO, ORIGINS } from '#services/demo/catalogue-personale.ts';
import { LAVORAZIONI_DEMO, REFERENTI_DEMO, WBS_DEMO } from '#services/demo/catalogue-produzione.ts';
import { pdf } from '#services/demo/pdf.ts';
import { PLACES } from '#services/demo/places.ts';
import { decideUploaded } from '#services/registers/documents.decider.ts';
import { commessa, END, matricola, OPERATORS, siteOf, type Size } from './firm.ts';
import { bulky } from './files.ts';
import { morning, story, type Story, type StreamEvents } from './story.ts';

const FIRST_DAY = addDays(END, -3660);
const by = (day: string, n: number) => ({ utente: ['admin', 'direzione', 'capo'][n % 3]!, at: morning(day, n) });
const WORK = [
  'cambio olio e filtri',
  'tagliando completo',
  'revisione della testa di rotazione',
  'sostituzione funi',
  'saldatura del telaio',
  'pulizia radiatori',
];
const ITEMS = ['Funi', 'Radiatore', 'Testa di rotazione'];

/** Generates the records that other records reference. */
export function* masters(): Generator<StreamEvents> {
  const list = <D extends AnyRegister>(def: D, rows: readonly ValuesOf<D>[]): Story[] =>
    rows.map((values, n) => createdStory(def, n + 1, values, { n }));
  yield* list(
    wbs,
    WBS_DEMO.map((descrizione) => ({ descrizione })),
  );
  yield* list(
    operatore,
    OPERATORS.map((descrizione) => ({ descrizione })),
  );
  yield* list(
    lavorazioni,
    LAVORAZIONI_DEMO.map(({ descrizione, um, colore }) => ({ descrizione, um, colore })),
  );
  yield* list(
    mansioni,
    MANSIONI_DEMO.map(({ descrizione }) => ({ descrizione })),
  );
  yield* list(
    referenti,
    REFERENTI_DEMO.map(([Nome, Telefono]) => ({ Nome, Telefono })),
  );
  yield* list(
    elencoManutenzioni,
    ITEMS.map((Descrizione) => ({ Descrizione })),
  );
}

function createdStory<D extends AnyRegister>(
  def: D,
  key: string | number,
  values: ValuesOf<D>,
  { n, day = FIRST_DAY }: { n: number; day?: typeof FIRST_DAY },
): Story {
  const recordStory = story(def, key, by(day, n));
  recordStory.decide(def, { action: 'create', key, values });
  return recordStory;
}

export function* sites({ sites: count }: Size): Generator<StreamEvents> {
  for (let n = 0; n < count; n += 1) {
    const place = PLACES[n % PLACES.length]!;
    const { items, wbs: parts, referente } = siteOf(n);
    const recordStory = createdStory(
      cantieri,
      commessa(n),
      {
        committente: `Comune di ${place.comune}`,
        comune: place.comune,
        indirizzo: place.indirizzo,
        via: place.indirizzo,
        provincia: place.provincia,
        data_inizio: FIRST_DAY,
        referente,
      },
      { n },
    );
    const parent = commessa(n);
    for (const [i, descrizione] of parts.entries())
      recordStory.decide(cantieriWbs, { action: 'create', key: n * parts.length + i + 1, parent, values: { descrizione } });
    for (const [i, { lavorazione, wbs: descrizione_wbs, prezzo }] of items.entries()) {
      recordStory.decide(cantieriLavorazioni, {
        action: 'create',
        key: n * items.length + i + 1,
        parent,
        values: { lavorazione: lavorazione.descrizione, descrizione_wbs, prezzo },
      });
    }
    yield recordStory;
  }
}

/** Number of hour readings per machine. */
const READINGS = 40;

/** Generates machines with many hour readings; the first `documented` ones have documents in the archive. */
export function machines({ machines: count, documented }: Size): (archive: string) => AsyncGenerator<StreamEvents> {
  return async function* (archive) {
    for (let n = 0; n < count; n += 1) {
      const key = matricola(n);
      const recordStory = createdStory(
        macchinari,
        key,
        {
          tipologia: ['Perforatrice', 'Escavatore', 'Autocarro'][n % 3]!,
          marca: ['Soilmec', 'Casagrande', 'Comacchio'][n % 3]!,
          modello: `SR-${30 + (n % 60)}`,
          descrizione: `Macchina ${n}`,
          targa: n % 3 === 2 ? `ZA${n}` : null,
          ore_km: 10,
        },
        { n },
      );
      for (let i = 1; i <= READINGS; i += 1)
        recordStory.decide(macchinari, { action: 'change', key, values: { ore_km: 10 + i * (80 + (n % 40)) } });
      if (n < documented)
        for (const { field, ...content } of await bulky(archive, key))
          recordStory.add(decideUploaded(onFile(macchinari, key, field), content, recordStory.state));
      yield recordStory;
    }
  };
}

/** Generates maintenance records. For searches, three of five contain «olio», and one in five thousand «cavatappi». */
export function* maintenance({ maintenance: count, machines: machinesCount }: Size): Generator<StreamEvents> {
  for (let n = 0; n < count; n += 1) {
    const day = addDays('2016-01-01', n % 3900);
    yield createdStory(
      manutenzioni,
      n + 1,
      {
        data: day,
        matricola: matricola(n % machinesCount),
        descrizione: `${WORK[n % WORK.length]!} ${n}`,
        tipologia: 'Interna',
        ore_km: (n * 7) % 9000,
        note: n % 5 < 3 ? `controllato olio motore, intervento ${n}` : n % 5000 === 4 ? 'cavatappi nel serbatoio' : `nota ${n}`,
        costo: (n * 13) % 2000,
        ...(n % 4 === 0 ? { manutenzione: ITEMS[n % ITEMS.length]!, ore_scadenza: 500 + ((n * 11) % 9000) } : {}),
      },
      { n, day },
    );
  }
}

const PAPERS = fileFields(personale).filter(({ field }) => ['ci', 'patente', 'formazione', 'quota'].includes(field));

/** Generates workers, each with four documents. */
export function workers({ workers: count }: Size): (archive: string) => AsyncGenerator<StreamEvents> {
  return async function* (archive) {
    for (let n = 0; n < count; n += 1) {
      const [key, origin] = [String(2000 + n), ORIGINS[n % ORIGINS.length]!];
      const [cognome, nome] = [origin.cognomi[n % origin.cognomi.length]!, origin.nomi[n % origin.nomi.length]!];
      const recordStory = createdStory(
        personale,
        key,
        {
          cognome,
          nome,
          luogo: origin.luoghi[0]!,
          mansione: 1 + (n % MANSIONI_DEMO.length),
          data_inizio: FIRST_DAY,
          scadenza_ci: addDays(END, n % 700),
        },
        { n },
      );
      for (const file of PAPERS) {
        const path = `${workerFolder({ matricola: key, cognome, nome })}/${workerFile(key, file)}`;
        const content = pdf(file.label, [`${cognome} ${nome}, matricola ${key}`]);
        await mkdir(dirname(join(archive, path)), { recursive: true });
        await writeFile(join(archive, path), content);
        recordStory.add(
          decideUploaded(
            onFile(personale, key, file.field),
            { percorso: path, file_versione: 1, byte: content.length, sha256: createHash('sha256').update(content).digest('hex') },
            recordStory.state,
          ),
        );
      }
      yield recordStory;
    }
  };
}

const onFile = (def: AnyRegister, id: string, field: string) => ({
  def,
  id,
  field,
  trusted: true,
  identity: { memberID: 'admin', groupID: GRUPPO_AMMINISTRATORI, permessi: {} },
});

/** A machine whose history has this many changes. */
export const MANY_CHANGES = { matricola: 'BENCH1000', changes: 1000 };

export function* manyChanges(): Generator<StreamEvents> {
  const { matricola: key, changes } = MANY_CHANGES;
  const recordStory = createdStory(macchinari, key, { marca: 'Soilmec' }, { n: 0 });
  for (let i = 1; i < changes; i += 1) recordStory.decide(macchinari, { action: 'change', key, values: { descrizione: `stato ${i}` } });
  yield recordStory;
}
