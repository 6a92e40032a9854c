import { describe, expect, it } from 'vitest';
import { addDays, isExpired } from '#contracts/core/dates.ts';
import { CONFINED, matricolaOf, OPERATORI_DEMO } from './crew.ts';
import { generateDemo } from './generate.ts';
import { ROPES } from './story.ts';

const TODAY = '2026-11-21';
const entries = generateDemo(TODAY, 0);
const papers = entries.flatMap((entry) => ('carta' in entry ? [entry.carta] : []));
const workers = new Map(
  entries.flatMap((entry) =>
    'command' in entry && entry.command.register === 'personale' && entry.command.action === 'create'
      ? [[String(entry.command.key), entry.command.values ?? {}] as const]
      : [],
  ),
);

describe('ciò che la demo racconta delle scadenze', () => {
  it('ogni operatore è un lavoratore, con il suo nome, che può lavorare su ogni cantiere', () => {
    for (const name of OPERATORI_DEMO) {
      const worker = workers.get(matricolaOf(name))!;
      expect(`${worker['cognome']} ${worker['nome']}`).toBe(name);
      for (const tipo of ['ci', 'unilav', 'formazione', ...(worker['extra_ue'] ? ['psog'] : [])])
        expect([name, tipo, isExpired(String(worker[`scadenza_${tipo}`]), TODAY)]).toEqual([name, tipo, false]);
      const held = papers.filter(({ matricola, campo }) => matricola === matricolaOf(name) && campo === 'idoneita');
      const until = held.at(-1)!.rinnovo?.scadenza ?? String(worker['scadenza_idoneita']);
      expect([name, isExpired(until, TODAY)]).toEqual([name, false]);
    }
  });

  it('uno solo non può andare su un cantiere; alcuni hanno primo soccorso e antincendio', () => {
    const without = OPERATORI_DEMO.filter((name) => !workers.get(matricolaOf(name))![`scadenza_${CONFINED.tipo}`]);
    expect(without).toEqual([CONFINED.without]);
    // the crew member without the course did not work on the site in the last 30 days either
    const there = entries.flatMap((entry) =>
      'giornata' in entry && entry.giornata.cantiere === CONFINED.commessa && entry.giornata.data > addDays(TODAY, -30)
        ? entry.giornata.righe.map(({ operatore }) => operatore)
        : [],
    );
    expect(there).not.toContain(CONFINED.without);
    for (const tipo of ['ps', 'antincendio'])
      expect([...workers.values()].some((worker) => !isExpired(String(worker[`scadenza_${tipo}`] ?? '1'), TODAY))).toBe(true);
  });

  it('alcuni documenti sono rinnovati due volte, e ognuno comincia prima che finisca quello di prima', () => {
    const ropes = entries.flatMap((entry) =>
      'document' in entry && entry.document.matricola === ROPES.matricola && entry.document.campo === ROPES.campo && entry.document.rinnovo
        ? [entry.document.rinnovo]
        : [],
    );
    const chains = [
      ...Map.groupBy(
        papers.filter(({ rinnovo }) => rinnovo),
        ({ matricola, campo }) => `${matricola} ${campo}`,
      ).values(),
    ]
      .filter((list) => list.length > 1)
      .map((list) => list.map(({ rinnovo }) => rinnovo!));
    expect([ropes.length, ...chains.map((list) => list.length)]).toEqual([3, 3, 3, 3]);
    for (const chain of [ropes, ...chains])
      for (const [i, { dal, scadenza }] of chain.entries()) {
        expect(dal < scadenza && (i === 0 || dal <= chain[i - 1]!.scadenza)).toBe(true);
        if (i === chain.length - 1) expect(isExpired(scadenza, TODAY)).toBe(false);
      }
    // the ropes have no other uploads
    const told = entries.filter(
      (entry) => 'document' in entry && entry.document.matricola === ROPES.matricola && entry.document.campo === ROPES.campo,
    );
    expect(told).toHaveLength(3);
  });
});
