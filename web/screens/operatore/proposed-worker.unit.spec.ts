import { describe, expect, it } from 'vitest';
import { proposedWorker } from './proposed-worker.ts';

const worker = (matricola: string, cognome: string | null, nome: string | null) => ({ matricola, cognome, nome });
const WORKERS = [
  worker('1187', 'ROSSI', 'MARIO'),
  worker('1188', 'Bianchi ', 'Niccolò'),
  worker('1189', 'De Luca', 'Anna Maria'),
  worker('1190', 'Verdi', 'Ugo'),
  worker('1191', 'VERDI', 'UGO'),
  worker('1192', 'Lavoratore', '1192'),
  worker('1193', 'Neri', null),
];

describe('il lavoratore che si propone per un operatore', () => {
  it.each([
    ['Rossi Mario', '1187', 'ROSSI MARIO'],
    ['  rossi   mario ', '1187', 'ROSSI MARIO'],
    ['Mario Rossi', '1187', 'ROSSI MARIO'],
    ['BIANCHI NICCOLO', '1188', 'Bianchi Niccolò'],
    ['Bianchì Niccolo\u0300', '1188', 'Bianchi Niccolò'],
    ['anna maria de luca', '1189', 'De Luca Anna Maria'],
  ])('«%s» è il %s', (descrizione, matricola, name) => expect(proposedWorker(descrizione, WORKERS)).toEqual({ matricola, name }));

  it.each([
    ['di due con lo stesso nome nessuno', 'Verdi Ugo'],
    ['chi è stato dimenticato non si propone', 'Lavoratore 1192'],
    ['il solo cognome non basta', 'Rossi'],
    ['nemmeno dove il nome manca', 'Neri'],
    ['né una parte del nome', 'De Luca Anna'],
    ['né un altro', 'Gialli Piero'],
    ['né un testo vuoto', '  '],
    ['né un testo che manca', null],
  ])('%s', (_, descrizione) => expect(proposedWorker(descrizione, WORKERS)).toBeNull());

  it('chi si chiama Lavoratore di cognome si propone', () =>
    expect(proposedWorker('Lavoratore Ugo', [worker('1', 'Lavoratore', 'Ugo')])).toMatchObject({ matricola: '1' }));
});
