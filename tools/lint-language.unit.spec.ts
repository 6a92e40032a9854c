import { describe, expect, it } from 'vitest';
import { check, nounsOf, wordsOf } from './lint-language.ts';

const names = (file: string, text: string) => check(file, text).map(({ name }) => name);

describe('la regola della lingua', () => {
  it('rifiuta un nome tecnico in italiano: funzione, variabile, parametro, tipo, file', () => {
    expect(
      names(
        'services/a.ts',
        'export function leggiRotta(richiesta: string) { const risposta = 1; return risposta; }\ninterface Opzioni {}',
      ),
    ).toEqual(['leggiRotta', 'richiesta', 'risposta', 'Opzioni']);
    expect(names('services/gestore.ts', '')).toEqual(['gestore.ts']);
  });

  it('refuses it as the name of a method, and of what is imported under another name', () => {
    expect(
      names(
        'services/a.ts',
        "import { setTimeout as pausa } from 'x'; interface A { leggi(): void; scrivi: () => void } class B { apri() {} }",
      ),
    ).toEqual(['pausa', 'leggi', 'scrivi', 'apri']);
    expect(names('services/a.ts', "import { pausa } from 'x';")).toEqual([]);
  });

  it('lascia i nomi della ditta, quelli che viaggiano e le migrazioni registrate', () => {
    expect(
      names(
        'services/save-macchina.ts',
        'export function saveMacchina(matricola: string, cantiere: string) { return { messaggio: matricola + cantiere }; }',
      ),
    ).toEqual([]);
    expect(names('services/a.ts', 'const { richiesta } = body; interface A { risposta: string }')).toEqual([]);
    expect(names('services/platform/postgres/migrations/0001-eventi.ts', '')).toEqual([]);
  });

  it('il nome di un registro è della ditta, anche se è nell’elenco delle parole', () => {
    const nouns = nounsOf([
      'contracts/registers/attrezzi.ts',
      'contracts/registers/registri.unit.spec.ts',
      'services/registers/richieste.ts',
    ]);
    expect([...nouns]).toEqual(['attrezzi']);
    const text = 'export function attrezziModule(richiesta: string) {}';
    expect(check('services/modules/attrezzi.ts', text, nouns).map(({ word }) => word)).toEqual(['richiesta']);
    expect(names('services/modules/attrezzi.ts', text)).toEqual(['attrezzi.ts', 'attrezziModule', 'richiesta']);
  });

  it('divide le parole di un nome', () => {
    expect(wordsOf('leggiXMLDelFile')).toEqual(['leggi', 'xml', 'del', 'file']);
    expect(wordsOf('MAX_TENTATIVI')).toEqual(['max', 'tentativi']);
  });
});
