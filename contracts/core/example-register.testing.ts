import { z } from 'zod';
import { createCatalogue } from './catalogue.ts';
import { declaredEvents } from './declared-events.ts';
import type { EventSchemas, ModuleFacts } from './facts.ts';
import { defineModule } from './define-module.ts';
import { defineRegister } from './define-register.ts';
import { liesIn } from './documents.ts';
import { document, number, text } from './fields.ts';

/** Small register with three fields, for specs of the generic code. */
export const exampleRegister = defineRegister({
  path: 'attrezzi',
  bodyKey: 'attrezzo',
  access: { area: 'macchinari', write: 'area' },
  key: { field: 'matricola', kind: 'natural', label: 'Matricola' },
  ownsFile: (path, { matricola }) => liesIn(matricola, path),
  events: {
    created: 'AttrezzoRegistrato.v1',
    changed: 'AttrezzoModificato.v1',
    deleted: 'AttrezzoEliminato.v1',
    restored: 'AttrezzoRipristinato.v1',
  },
  facts: { 'AttrezzoTarato.v1': "ha tarato l'attrezzo" },
  fields: { nome: text('Nome', { required: true }), peso: number('Peso', { unit: 'kg' }), scheda: document('Scheda', 'SCHEDA') },
  labels: { one: 'attrezzo', article: "l'attrezzo", many: 'attrezzi' },
  messages: {
    created: 'Salvato',
    changed: 'Salvato',
    deleted: 'Eliminato',
    confirmDelete: 'Eliminare?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['nome'],
  list: {
    title: 'ATTREZZI',
    route: '/attrezzi',
    columns: ['matricola', 'nome'],
    optional: ['peso', 'scheda', 'utente'],
    pageSize: 10,
    sort: 'matricola',
    search: ['matricola', 'nome'],
  },
  form: { title: 'Attrezzo', route: '/attrezzi', sections: [{ rows: [['matricola', 'nome'], ['peso']] }] },
});

export const exampleEvents = { 'AttrezzoTarato.v1': z.strictObject({ matricola: z.string(), peso: z.number() }) } satisfies EventSchemas;
export const exampleFacts: ModuleFacts = {
  of: 'attrezzi',
  events: exampleEvents,
  // an upcast of an event of the register's definition, and an event type that was replaced twice
  upcasts: {
    'AttrezzoRegistrato.v0': { to: 'AttrezzoRegistrato.v1', data: ({ codice, ...others }) => ({ ...others, matricola: String(codice) }) },
    'AttrezzoPesato.v1': { to: 'AttrezzoPesato.v2', data: ({ codice, ...others }) => ({ ...others, matricola: String(codice) }) },
    'AttrezzoPesato.v2': { to: 'AttrezzoTarato.v1', data: ({ matricola = '', grammi }) => ({ matricola, peso: Number(grammi) / 1000 }) },
  },
};

export const exampleModule = defineModule({
  name: 'attrezzi',
  registers: [exampleRegister],
  computed: { attrezzi: { tonnellate: 'numeric' } },
  filters: { attrezzi: ['pesanti'] },
  exported: { attrezzi: { tonnellate: { label: 'Tonnellate', type: 'numero', value: (row) => Number(row['tonnellate']) } } },
});

export const exampleCatalogue = createCatalogue([exampleModule], declaredEvents([exampleFacts]));
