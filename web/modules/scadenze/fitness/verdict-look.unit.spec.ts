import { expect, it } from 'vitest';
import type { Motivo } from '#contracts/modules/scadenze/fitness.ts';
import { byUrgency, sentenceOf } from './verdict-look.ts';

const motivo = (stato: Motivo['stato'], tipo_nome: string, blocca: 0 | 1 = 0): Motivo => ({
  soggetto: 'lavoratore',
  id: '1',
  tipo: tipo_nome,
  tipi: tipo_nome,
  tipo_nome,
  stato,
  scadenza: null,
  blocca,
});

it('la prima riga dice che cosa manca, poi che cosa è scaduto e che cosa scade', () => {
  expect(sentenceOf({ esito: 'si', motivi: [] })).toBe('Idoneo');
  expect(sentenceOf({ esito: 'riserva', motivi: [motivo('assente', 'Unilav')] })).toBe('Con riserva: manca Unilav');
  expect(
    sentenceOf({
      esito: 'no',
      motivi: [
        motivo('in_scadenza', 'PLE'),
        motivo('scaduto', 'Idoneità', 1),
        motivo('assente', 'Unilav'),
        motivo('assente', 'Corso Base'),
      ],
    }),
  ).toBe('Non idoneo: mancano Unilav e Corso Base; scaduto: Idoneità; in scadenza: PLE');
});

it('fra i motivi prima ciò che blocca, per ultimo ciò che deve ancora scadere', () => {
  const motivi = [motivo('in_scadenza', 'PLE', 1), motivo('assente', 'Unilav'), motivo('scaduto', 'Idoneità', 1)];
  expect(byUrgency(motivi).map(({ tipo }) => tipo)).toEqual(['Idoneità', 'Unilav', 'PLE']);
});
