import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.testing.ts';
import { AREE } from '../modules/areas.ts';
import { choiceFields, choiceScope } from './choices.ts';
import { EVERYTHING, type Identity, type PermissionLevels } from './permissions.ts';

const NOTHING: PermissionLevels = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };
const withRights = (rights: Record<string, Partial<PermissionLevels>>): Identity => ({
  memberID: 'anna',
  groupID: 12,
  permessi: Object.fromEntries(AREE.map((area) => [area, { ...NOTHING, ...rights[area] }])),
});
const proposed = (path: string, rights: Record<string, Partial<PermissionLevels>>) =>
  choiceScope(catalogue, withRights(rights), catalogue.registerOrThrow(path));

describe('le scelte di un selettore', () => {
  it.each([
    ['macchinari', ['matricola', 'marca', 'modello', 'descrizione']],
    ['cantieri', ['commessa', 'committente', 'colore']],
    ['lavorazioni', ['id', 'descrizione', 'um', 'colore']],
    ['referenti', ['ID', 'Nome', 'Telefono']],
  ])('di %s hanno la chiave, il nome, il colore e ciò che chi li nomina mostra', (path, fields) => {
    expect(choiceFields(catalogue, catalogue.registerOrThrow(path))).toEqual(fields);
  });

  it.each([
    ['nessun diritto', {}, 'none'],
    ['tutti i macchinari', { macchinari: { allowView: 3 } }, 'all'],
    ['le proprie accise, che nominano le macchine', { accise: { allowView: 1 } }, 'all'],
    ['un’area che non le nomina', { lavorazioni: EVERYTHING }, 'none'],
  ] as const)('delle macchine, con %s', (_, rights, expected) => {
    expect(proposed('macchinari', rights)).toBe(expected);
  });

  it('delle lavorazioni, a chi vede solo le proprie: le proprie', () => {
    expect(proposed('lavorazioni', { lavorazioni: { allowView: 1 } })).toBe('own');
  });

  it.each([
    ['chi vede tutti gli utenti', { admin_page: { allowView: 3 } }, 'all'],
    ['chi può solo leggere le macchine', { macchinari: { allowView: 3 } }, 'none'],
    ['chi può aggiungere macchine', { macchinari: { allowInsert: 1 } }, 'all'],
    ['chi può modificare le proprie', { macchinari: { allowEdit: 1 } }, 'all'],
    ['chi può solo eliminarle', { macchinari: { allowDelete: 3 } }, 'none'],
  ] as const)('degli utenti, con i loro nomi: %s', (_, rights, expected) => {
    expect(proposed('users', rights)).toBe(expected);
  });

  it('un registro che tutti leggono non apre quelli che nomina', () => {
    // requirements and document kinds name sites and users, and are read by everyone
    expect([proposed('cantieri', {}), proposed('personale', {})]).toEqual(['none', 'none']);
  });
});
