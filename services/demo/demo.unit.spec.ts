import { describe, expect, it } from 'vitest';
import { isExpired } from '#contracts/core/dates.ts';
import { faultsOf } from '#contracts/core/faults.ts';
import { keySchema, valuesSchema } from '#contracts/core/register-schema.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { catalogue } from '../../test/catalogue.ts';
import { generateDemo } from './generate.ts';
import { batchesOf } from './batches.ts';
import { pdf } from './pdf.ts';

const knownRegister = catalogue.registerOrThrow;

const TODAY = '2026-11-21';
const entries = generateDemo(TODAY, 0);
const commands = entries.flatMap((v) => ('command' in v ? [v.command] : []));

describe('i dati dimostrativi', () => {
  it('sono sempre gli stessi nello stesso giorno', () => expect(generateDemo(TODAY, 0)).toEqual(entries));

  it('sono in ordine di tempo e nel passato', () => {
    for (const [i, entry] of entries.entries()) {
      expect(entry.at.getTime()).toBeLessThan(Date.parse(TODAY));
      if (i > 0) expect(entry.at.getTime()).toBeGreaterThanOrEqual(entries[i - 1]!.at.getTime());
    }
  });

  it('rispettano le regole di ogni registro', () => {
    const schemas = new Map<string, ReturnType<typeof valuesSchema>>();
    for (const command of commands) {
      const def = knownRegister(command.register);
      const mode = command.action === 'create' ? 'create' : 'change';
      const schema = schemas.get(def.path + mode) ?? valuesSchema(def, mode);
      schemas.set(def.path + mode, schema);
      const values = { ...command.values };
      delete values[def.key.field];
      expect(schema.parse(values), command.register).toEqual(
        Object.fromEntries(Object.entries(values).filter(([name]) => name in def.fields)),
      );
      if (command.key !== undefined) keySchema(def).parse(command.key);
    }
  });

  it('ogni riga di produzione ha ciò che le serve, e nomina ciò che c’è', () => {
    const created = (register: string, name: (command: (typeof commands)[number]) => unknown) =>
      new Set(commands.filter((one) => one.register === register && one.action === 'create').map(name));
    const [sites, machines] = [created('cantieri', ({ key }) => key), created('macchinari', ({ key }) => key)];
    const operators = created('operatore', ({ values }) => values?.['descrizione']);
    for (const entry of entries) {
      if (!('giornata' in entry)) continue;
      expect(sites).toContain(entry.giornata.cantiere);
      for (const line of entry.giornata.righe) {
        expect(faultsOf(produzione, line)).toEqual({});
        if (line['operatore']) expect(operators).toContain(line['operatore']);
        if (line['attrezzatura'] && line['noleggio'] !== 1) expect(machines).toContain(line['attrezzatura']);
      }
    }
  });

  it('una macchina nasce prima di ogni cosa che la riguarda', () => {
    const born = new Set<string>();
    for (const entry of entries) {
      if (!('command' in entry || 'document' in entry)) continue;
      // the `matricola` of an operator is a worker's, not a machine's
      if ('command' in entry && entry.command.register === 'operatore') continue;
      const matricola =
        'document' in entry
          ? entry.document.matricola
          : String(entry.command.values?.['matricola'] ?? (entry.command.register === 'macchinari' ? entry.command.key : ''));
      if ('command' in entry && entry.command.register === 'macchinari' && entry.command.action === 'create')
        born.add(String(entry.command.key));
      else if (matricola) expect(born, matricola).toContain(matricola);
    }
    expect(born.size).toBe(80);
  });

  it('hanno documenti scaduti, in scadenza e validi', () => {
    const scadenze = new Map<string, string>();
    for (const { register: name, key, values } of commands) {
      if (name !== 'macchinari') continue;
      for (const [field, value] of Object.entries(values ?? {}))
        if (field.startsWith('scadenza_')) scadenze.set(`${key}/${field}`, String(value));
    }
    for (const { matricola, rinnovo } of entries.flatMap((entry) => ('document' in entry ? [entry.document] : [])))
      if (rinnovo) scadenze.set(`${matricola}/${rinnovo.campo_scadenza}`, rinnovo.scadenza);
    const all = [...scadenze.values()];
    expect(all.filter((d) => isExpired(d, TODAY)).length).toBeGreaterThan(4);
    expect(all.filter((d) => !isExpired(d, TODAY) && isExpired(d, '2026-12-21')).length).toBeGreaterThan(8);
  });

  it('i noleggi: prima il noleggio, poi i suoi fatti; da uno a quattro periodi, alcuni con contratto, carte scadute e in scadenza', () => {
    const facts = entries.flatMap((v) => ('noleggio' in v ? [v.noleggio] : []));
    const born = new Set<string>();
    const periodi = new Set<string>();
    for (const entry of facts) {
      if (entry.fatto === 'registrato') born.add(entry.quale);
      else expect(born, entry.quale).toContain(entry.quale);
      if (entry.fatto === 'periodo') periodi.add(`${entry.quale}/${entry.periodo}`);
      else if ('periodo' in entry) expect(periodi).toContain(`${entry.quale}/${entry.periodo}`);
      if (!('valori' in entry)) continue;
      const def = knownRegister(entry.fatto.startsWith('periodo') ? 'storicoNoleggi' : 'noleggi');
      expect(valuesSchema(def, 'change').parse(entry.valori)).toEqual(entry.valori);
    }
    expect(born.size).toBe(25);
    const count = Object.values(Object.groupBy([...periodi], (p) => p.split('/')[0] ?? '')).map((list) => list?.length ?? 0);
    expect([count.length, Math.min(...count), Math.max(...count)]).toEqual([25, 1, 4]);
    const contratti = facts.filter((v) => v.fatto === 'contratto').length;
    expect(contratti).toBeGreaterThan(10);
    expect(contratti).toBeLessThan(periodi.size);
    expect(facts.filter((v) => v.fatto === 'foto').length).toBeGreaterThan(10);
    const scadenze = facts.flatMap((v) =>
      'valori' in v ? Object.entries(v.valori).flatMap(([field, data]) => (field.startsWith('scadenza_') ? [String(data)] : [])) : [],
    );
    expect(scadenze.filter((d) => isExpired(d, TODAY)).length).toBeGreaterThan(1);
    expect(scadenze.filter((d) => !isExpired(d, TODAY) && isExpired(d, '2026-12-21')).length).toBeGreaterThan(1);
  });

  it('i lavoratori: centocinquanta, ciascuno prima delle sue carte; alcuni con documenti scaduti o in scadenza, uno ogni tanto se n’è andato', () => {
    const workers = commands.filter(({ register, action }) => register === 'personale' && action === 'create');
    expect(workers).toHaveLength(150);
    const born = new Set<string>();
    let carte = 0;
    for (const entry of entries) {
      if ('command' in entry && entry.command.register === 'personale') born.add(String(entry.command.key));
      if (!('carta' in entry)) continue;
      carte += 1;
      expect(born).toContain(entry.carta.matricola);
    }
    expect(carte).toBeGreaterThan(600);
    const roles = new Set(commands.filter(({ register }) => register === 'mansioni').map(({ key }) => key));
    for (const { values } of workers) expect(roles).toContain(values?.['mansione']);
    const renewed = Map.groupBy(
      entries.flatMap((entry) => ('carta' in entry && entry.carta.rinnovo ? [entry.carta] : [])),
      ({ matricola }) => matricola,
    );
    const lastDates = ({ key, values }: (typeof workers)[number]) => ({
      ...values,
      ...Object.fromEntries((renewed.get(String(key)) ?? []).map(({ rinnovo }) => [rinnovo!.campo_scadenza, rinnovo!.scadenza])),
    });
    const deadlines = (worker: (typeof workers)[number]) =>
      Object.entries(lastDates(worker)).flatMap(([field, date]) => (field.startsWith('scadenza_') ? [String(date)] : []));
    const expired = workers.filter((worker) => deadlines(worker).some((date) => isExpired(date, TODAY)));
    const soon = workers.filter((worker) => deadlines(worker).some((date) => !isExpired(date, TODAY) && isExpired(date, '2026-12-21')));
    expect([expired.length, soon.length].map((n) => n > 4 && n < 60)).toEqual([true, true]);
    const left = commands.filter(({ register, values }) => register === 'personale' && values?.['stato_attuale'] === 'Venduto');
    expect(left.length).toBeGreaterThan(2);
  });

  it('una seconda serie ha altre macchine e altri cantieri', () => {
    const keys = (series: number) =>
      new Set(
        generateDemo(TODAY, series).flatMap((v) =>
          'command' in v && v.command.key !== undefined && v.command.action === 'create' ? [`${v.command.register}/${v.command.key}`] : [],
        ),
      );
    const before = keys(0);
    for (const key of keys(1)) expect(before).not.toContain(key);
  });
});

describe('i pezzi della demo', () => {
  it('un PDF comincia, finisce e conta i suoi byte come deve', () => {
    const text = pdf('Assicurazione (A0112)', ['Validità: oggi']).toString('latin1');
    expect(text.startsWith('%PDF-1.4')).toBe(true);
    expect(text.endsWith('%%EOF\n')).toBe(true);
    const start = Number(/startxref\n(\d+)/.exec(text)![1]);
    expect(text.slice(start, start + 4)).toBe('xref');
    for (const [i, match] of [...text.matchAll(/^(\d{10}) 00000 n $/gm)].entries()) {
      expect(text.slice(Number(match[1])).startsWith(`${i + 1} 0 obj`)).toBe(true);
    }
  });
});

describe('i documenti dimostrativi', () => {
  it('hanno solo segni che il loro PDF stampa', () => {
    const texts = entries.flatMap((entry) => Object.values(entry)).flatMap((value) => textsOf(value));
    expect(texts.length).toBeGreaterThan(1000);
    // oxlint-disable-next-line no-control-regex
    expect(texts.filter((text) => !/^[\u0020-\u007e\u00a0-\u00ff’]*$/.test(text))).toEqual([]);
  });
});

/** Returns title and lines of a document; nothing for any other value. */
function textsOf(value: unknown): string[] {
  const { titolo, righe } = (value ?? {}) as { titolo?: unknown; righe?: unknown };
  return typeof titolo === 'string' && Array.isArray(righe) ? [titolo, ...righe.map(String)] : [];
}

describe('i lotti in cui si scrivono', () => {
  const batches = batchesOf(catalogue, entries);

  it('sono l’elenco, nel suo ordine, in pezzi che hanno un limite', () => {
    expect(batches.flatMap((batch) => batch.entries)).toEqual(entries);
    let next = 0;
    for (const { from, entries: together } of batches) {
      expect([from, together.length > 0, together.length <= 500]).toEqual([next, true, true]);
      next += together.length;
    }
    expect(batches.length).toBeLessThan(80);
  });

  it('finiscono prima di chi può nominare una voce degli elenchi, che allora si vede già', () => {
    const list = [
      'tipologia',
      'meccanici',
      'elencoManutenzioni',
      'wbs',
      'operatore',
      'mansioni',
      'tipologia_costi',
      'lavorazioni',
      'referenti',
    ];
    const isList = (entry: (typeof entries)[number]) => 'command' in entry && list.includes(entry.command.register);
    let seen = 0;
    for (const { entries: together, named } of batches) {
      const first = together.findIndex(isList);
      if (first === -1) continue;
      seen += 1;
      expect(named).toBe(true);
      expect(together.slice(first).filter((entry) => !isList(entry))).toEqual([]);
    }
    expect(seen).toBeGreaterThan(0);
    expect(batchesOf(catalogue, [])).toEqual([]);
  });
});
