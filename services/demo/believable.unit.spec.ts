import { describe, expect, it } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import { fileFields } from '#contracts/core/documents.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { firstOfMonth, lastMonths, lastOfMonth, monthOf, monthsOf, type Period } from '#contracts/core/period.ts';
import { CURVE_MONTHS } from '#contracts/modules/andamento/answer.ts';
import { rentalCost } from '#contracts/modules/andamento/rental.ts';
import { addMonths } from '#contracts/modules/scadenze/due-date.ts';
import { personale } from '#contracts/registers/personale.ts';
import { sourcesOf } from '../../test/contabilita-samples.ts';
import { processFiles } from '../modules/contabilita-lavoratori/job/elabora.ts';
import { OPERATORI_DEMO } from './crew.ts';
import type { Entry, NoleggioEntry } from './entries.ts';
import { firmOf, generateDemo } from './generate.ts';
import { kindOf } from './validity.ts';

/** Days on which the demo is generated: an autumn Wednesday, and days with less activity. */
const DAYS = ['2026-11-25', '2027-01-04', '2026-08-19', '2027-03-01'];
const MARGIN = { least: -0.08, most: 0.28 };
const BEGINNING = '1990-01-01';
const DOCUMENTS = fileFields(personale);
/** Documents that people have before the age of 18. */
const HELD_BY_CHILDREN = new Set(['ci', 'cf', 'ts', 'psog']);

interface DemoStory {
  entries: Entry[];
  created(register: string): { key: unknown; values: Values }[];
  /** Final values of the records of a register, by key. */
  last(register: string): Map<string, Values>;
  lines: { commessa: string; data: string; line: Values }[];
  rentals: Map<string, NoleggioEntry[]>;
}

function tell(today: string): DemoStory {
  const entries = generateDemo(today, 0);
  const commands = entries.flatMap((entry) => ('command' in entry ? [entry.command] : []));
  return {
    entries,
    created: (register) =>
      commands.flatMap((one) => (one.register === register && one.action === 'create' ? [{ key: one.key, values: one.values ?? {} }] : [])),
    last(register) {
      const records = new Map<string, Values>();
      for (const { register: of, key, values } of commands)
        if (of === register) records.set(String(key), { ...records.get(String(key)), ...values });
      for (const entry of entries) {
        const [of, paper] =
          'carta' in entry ? ['personale', entry.carta] : 'document' in entry ? ['macchinari', entry.document] : ['', null];
        if (of !== register || !paper?.rinnovo) continue;
        const { campo_scadenza, scadenza } = paper.rinnovo;
        records.set(paper.matricola, { ...records.get(paper.matricola), [campo_scadenza]: scadenza });
      }
      return records;
    },
    lines: entries.flatMap((entry) =>
      'giornata' in entry
        ? entry.giornata.righe.map((line) => ({ commessa: entry.giornata.cantiere, data: entry.giornata.data, line }))
        : [],
    ),
    rentals: Map.groupBy(
      entries.flatMap((entry) => ('noleggio' in entry ? [entry.noleggio] : [])),
      ({ quale }) => quale,
    ),
  };
}

/** Sums a site's production and costs in a period, in euro, from the entries. */
function figuresOf({ lines, created, rentals }: DemoStory, today: string) {
  const prices = new Map(
    created('cantieri_lavorazioni').map(({ values }) => [
      `${values['commessa']}/${values['lavorazione']}/${values['descrizione_wbs']}`,
      Number(values['prezzo']),
    ]),
  );
  const costs = created('costi').map(({ values }) => values);
  const periods = [...rentals.values()].flatMap(periodsOf);
  const inside = ({ dal, al }: Period, data: unknown) => String(data) >= dal && String(data) <= al;
  return (commessa: string, period: Period) => ({
    produced: lines
      .filter(({ commessa: of, data, line }) => of === commessa && line['fermo'] !== 1 && inside(period, data))
      .reduce((sum, { line }) => sum + Number(line['quantita']) * prices.get(`${commessa}/${line['lavorazione']}/${line['wbs']}`)!, 0),
    spent: costs
      .filter(({ cantiere, data }) => cantiere === commessa && inside(period, data))
      .reduce((sum, { quantita, importo }) => sum + Number(quantita) * Number(importo), 0),
    rented: periods
      .filter(({ cantiere }) => cantiere === commessa)
      .reduce((sum, one) => sum + (rentalCost(one, period, today)?.importo ?? 0), 0),
  });
}

/** Returns the periods of a rental, rebuilt from its entries. */
function periodsOf(facts: readonly NoleggioEntry[]) {
  return facts.flatMap((one) => {
    if (one.fatto !== 'periodo') return [];
    const end = facts.find((other) => other.fatto === 'periodo-finito' && other.periodo === one.periodo);
    const { data_inizio, cantiere, tariffa } = one.valori;
    return [
      {
        data_inizio: String(data_inizio),
        data_fine: end && 'valori' in end ? String(end.valori['data_fine']) : null,
        cantiere,
        tariffa: Number(tariffa),
      },
    ];
  });
}

/**
 * Returns the labour costs in euro by month and site, computed from the payroll's files as the accounting does. A month is `null` if its
 * run must be verified.
 */
function labourOf(today: string): Map<string, Map<string, number> | null> {
  return new Map(
    firmOf(today, 0).payroll.map(({ mese, bilMovDip, ripartizioni }) => {
      const bytes = (text: string) => Buffer.from(text, 'latin1');
      const done = processFiles(sourcesOf({ bilMovDip: bytes(bilMovDip), ripartizioni: bytes(ripartizioni) }));
      if (done.esito === 'errore') throw new Error('the accounting stopped');
      if (done.esito === 'anomalie') return [mese, null];
      const [month, ...others] = done.summary.perMese;
      expect([month?.mese, others.length, done.importabile]).toEqual([mese, 0, true]);
      return [mese, new Map(month!.commesse.map(({ commessa, cent }) => [commessa, cent / 100]))];
    }),
  );
}

const share = <T>(list: readonly T[], holds: (one: T) => boolean): number => list.filter(holds).length / list.length;

describe.each(DAYS)('la ditta dimostrativa si crede, il %s', (today) => {
  const told = tell(today);
  const { last, created, lines, rentals, entries } = told;
  const sites = created('cantieri').map(({ key }) => String(key));
  const figures = figuresOf(told, today);
  const labour = labourOf(today);

  it('nessuno è assunto da minorenne, né lavora oltre l’età; chi guida o scava ne ha l’abilitazione, e nessuna vale più di quanto può', () => {
    const roles = new Map(created('mansioni').map(({ key, values }) => [key, values['descrizione']]));
    const held = Map.groupBy(
      entries.flatMap((entry) => ('carta' in entry ? [entry.carta] : [])),
      ({ matricola }) => matricola,
    );
    for (const [matricola, values] of last('personale')) {
      const [born, hired] = [String(values['data_nascita']), String(values['data_inizio'])];
      expect([matricola, addMonths(born, 18 * 12) <= hired, addMonths(born, 67 * 12) > today]).toEqual([matricola, true, true]);
      const asked: Record<string, string> = {
        Autista: 'patente',
        Escavatorista: 'mmt',
        Gruista: 'autogru',
        Saldatore: 'saldatore',
        Capocantiere: 'preposto',
      };
      const paper = asked[String(roles.get(values['mansione']))];
      if (paper) expect([matricola, held.get(matricola)?.some(({ campo }) => campo === paper)]).toEqual([matricola, true]);
      // a document was issued one interval before its expiry
      for (const file of DOCUMENTS) {
        const end = file.kind === 'document' && file.scadenza ? values[file.scadenza] : null;
        const kind = kindOf('lavoratore', file);
        if (!end || !kind || HELD_BY_CHILDREN.has(kind.codice)) continue;
        const issued = addMonths(String(end), -kind.mesi);
        expect([matricola, kind.codice, issued >= addMonths(born, 18 * 12)], `${born} ${issued}`).toEqual([matricola, kind.codice, true]);
      }
      if (values['scadenza_idoneita']) expect(String(values['scadenza_idoneita']) <= addMonths(today, 12)).toBe(true);
    }
    for (const values of last('macchinari').values())
      if (values['scadenza_varie2']) expect(String(values['scadenza_varie2']) <= addMonths(today, 3)).toBe(true);
  });

  it('ognuno, e ogni macchina, è in un posto solo al giorno; una macchina venduta o demolita non fa più niente', () => {
    for (const who of ['operatore', 'attrezzatura'] as const) {
      const places = Map.groupBy(
        lines.filter(({ line }) => line[who]),
        ({ line, data }) => `${line[who]} ${data}`,
      );
      for (const [name, there] of places) expect([name, new Set(there.map(({ commessa }) => commessa)).size]).toEqual([name, 1]);
    }
    const gone = new Map<string, string>();
    for (const entry of entries) {
      if (!('command' in entry) || entry.command.register !== 'macchinari') continue;
      if (['Venduto', 'Demolito'].includes(String(entry.command.values?.['stato_attuale'])))
        gone.set(String(entry.command.key), entry.at.toISOString().slice(0, 10));
    }
    expect(gone.size).toBeGreaterThan(2);
    for (const { register, values } of entries.flatMap((entry) => ('command' in entry ? [entry.command] : []))) {
      const end = ['manutenzioni', 'accise'].includes(register) ? gone.get(String(values?.['matricola'])) : undefined;
      if (end !== undefined) expect([values?.['matricola'], String(values?.['data']) <= end]).toEqual([values?.['matricola'], true]);
    }
  });

  it('di ogni cantiere il margine è fra −8 % e 28 %, in tutto e in ogni mese degli ultimi dodici di cui si sa la manodopera', () => {
    const counted = monthsOf(lastMonths(today, CURVE_MONTHS)).filter((mese) => labour.get(mese));
    expect(counted.length).toBeGreaterThan(8);
    for (const commessa of sites) {
      for (const mese of counted) {
        const { produced, spent, rented } = figures(commessa, { dal: firstOfMonth(mese), al: lastOfMonth(mese) });
        const people = labour.get(mese)!.get(commessa) ?? 0;
        if (produced === 0) {
          expect([commessa, mese, spent, Math.round(rented), people]).toEqual([commessa, mese, 0, 0, 0]);
          continue;
        }
        const margin = (produced - spent - rented - people) / produced;
        expect([commessa, mese, people > 0, margin >= MARGIN.least, margin <= MARGIN.most], String(margin)).toEqual([
          commessa,
          mese,
          true,
          true,
          true,
        ]);
      }
      const { produced, spent, rented } = figures(commessa, { dal: BEGINNING, al: today });
      const people = [...labour.values()].reduce((sum, month) => sum + (month?.get(commessa) ?? 0), 0);
      const margin = (produced - spent - rented - people) / produced;
      expect([commessa, produced > 0, margin >= MARGIN.least, margin <= MARGIN.most], String(margin)).toEqual([commessa, true, true, true]);
    }
  });

  it('un mese degli ultimi dodici è senza contabilità', () => {
    expect([...labour.values()].filter((month) => month === null)).toHaveLength(1);
  });

  it('ogni lavorazione di cantiere ha un budget, e un solo cantiere ne è oltre', () => {
    const items = created('cantieri_lavorazioni').map(({ values }) => values);
    for (const { budget_quantita, budget_importo } of items)
      expect([Number(budget_quantita) > 0, Number(budget_importo) > 0]).toEqual([true, true]);
    const over = sites.filter((commessa) => {
      const budget = items.reduce((sum, one) => sum + (one['commessa'] === commessa ? Number(one['budget_importo']) : 0), 0);
      return figures(commessa, { dal: BEGINNING, al: today }).produced > budget;
    });
    expect(over).toEqual(['0418']);
  });

  it('un noleggio è in ritardo: doveva tornare, e ci si lavora ancora', () => {
    const matricole = [...rentals.keys()].map((name, i) => [name, `N${String(i + 1).padStart(5, '0')}`] as const);
    const late = matricole.flatMap(([name, matricola]) => {
      const end = rentals
        .get(name)!
        .reduce<unknown>((date, one) => ('valori' in one && 'data_fine' in one.valori ? one.valori['data_fine'] : date), null);
      const after = lines.some(({ data, line }) => line['attrezzatura'] === matricola && data > String(end));
      return String(end) < today && String(end) >= addDays(today, -30) && after ? [matricola] : [];
    });
    expect(late).toHaveLength(1);
  });

  it('guasti con foto, riparati e chiusi, e uno che ferma una macchina, che da allora non lavora; controlli senza problemi', () => {
    const faults = entries.flatMap((entry) => ('guasto' in entry ? [entry.guasto] : []));
    const reported = faults.flatMap((one) => (one.fatto === 'segnalato' ? [one] : []));
    const closed = new Set(faults.flatMap((one) => (one.fatto === 'chiuso' ? [one.quale] : [])));
    const open = reported.filter((one) => one.valori['testo'] && !closed.has(one.quale));
    expect(reported.filter(({ foto }) => foto).length).toBeGreaterThan(2);
    expect(reported.filter(({ valori }) => !valori['testo']).length).toBeGreaterThan(5);
    expect([closed.size > 7, open.length]).toEqual([true, 3]);
    const stopped = open.filter(({ valori }) => valori['ferma'] === 1);
    expect(stopped.map(({ foto }) => foto !== undefined)).toEqual([true]);
    for (const { valori } of reported.filter((one) => one.valori['ferma'] === 1)) {
      const mended = faults.find((one) => one.fatto === 'riparato' && one.valori['matricola'] === valori['matricola']);
      const until = mended && 'valori' in mended ? String(mended.valori['data']) : today;
      const worked = lines.filter(
        ({ line, data }) => line['attrezzatura'] === valori['matricola'] && data > String(valori['quando']) && data < until,
      );
      expect([valori['matricola'], worked]).toEqual([valori['matricola'], []]);
    }
  });

  it('ogni manutenzione dice che cosa e chi, e ogni tipologia importante ciò che chiede', () => {
    const works = [
      ...created('manutenzioni').map(({ values }) => values),
      ...entries.flatMap((entry) => ('guasto' in entry && entry.guasto.fatto === 'riparato' ? [entry.guasto.valori] : [])),
    ].filter(({ tipologia }) => tipologia !== 'Lettura');
    expect(works.length).toBeGreaterThan(400);
    expect(share(works, ({ manutenzione, meccanico, ore_km }) => Boolean(manutenzione && meccanico) && ore_km !== null)).toBe(1);
    for (const { tipologia, meccanico } of works)
      expect([tipologia, meccanico === 'Officina esterna']).toEqual([tipologia, tipologia === 'Esterna']);
    const asked = created('requisiti').map(({ values }) => values);
    for (const [field, least] of [
      ['tipologia', 6],
      ['mansione', 4],
    ] as const)
      expect(new Set(asked.flatMap((values) => values[field] ?? [])).size).toBeGreaterThan(least);
  });

  it('il DURC è rinnovato ogni quattro mesi, senza un giorno scoperto, e sta per scadere', () => {
    const papers = entries.flatMap((entry) => ('ditta' in entry && entry.ditta.fatto === 'rinnovato' ? [entry.ditta.rinnovo] : []));
    expect(papers).toHaveLength(6);
    for (const [i, { dal, scadenza }] of papers.entries())
      expect([dal < scadenza, i === 0 || dal <= papers[i - 1]!.scadenza]).toEqual([true, true]);
    const { scadenza } = papers.at(-1)!;
    expect([scadenza > today, scadenza <= addDays(today, 30)]).toEqual([true, true]);
  });

  it('un cantiere fa il lavoro per cui si chiama', () => {
    for (const { cantiere, items } of firmOf(today, 0).works) {
      expect(items.map(({ lavorazione }) => lavorazione)).toEqual(cantiere.place.lavorazioni);
      expect(cantiere.place.wbs).toEqual(expect.arrayContaining(items.map(({ wbs }) => wbs)));
    }
    expect(new Set(created('cantieri').map(({ values }) => values['comune'])).size).toBe(24);
  });

  it('non ci sono omonimi', () => {
    const names = [...last('personale').values()].map(({ cognome, nome }) => `${cognome} ${nome}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('nove su dieci hanno un responsabile: macchine, lavoratori, cantieri e noleggi', () => {
    const named = (values: readonly Values[]) => share(values, ({ responsabile }) => responsabile !== null && responsabile !== undefined);
    const leased = [...rentals.values()].map((facts) => ('valori' in facts[0]! ? facts[0].valori : {}));
    for (const of of [[...last('macchinari').values()], [...last('personale').values()], [...last('cantieri').values()], leased])
      expect([named(of) >= 0.9, named(of) < 1], String(named(of))).toEqual([true, true]);
  });

  it('chi scrive che cosa: il capo le giornate, l’ufficio costi e documenti, ognuno ciò che può', () => {
    const by = (is: (entry: Entry) => boolean, who: readonly string[]) => share(entries.filter(is), ({ utente }) => who.includes(utente));
    const of = (register: string) => (entry: Entry) => 'command' in entry && entry.command.register === register;
    expect(by((entry) => 'giornata' in entry, ['capo'])).toBeGreaterThan(0.85);
    for (const register of ['costi', 'cantieri', 'personale', 'macchinari', 'manutMacchinari'])
      expect([register, by(of(register), ['admin', 'direzione'])]).toEqual([register, 1]);
    expect(by((entry) => 'carta' in entry || 'document' in entry || 'noleggio' in entry, ['admin', 'direzione'])).toBe(1);
    for (const register of ['manutenzioni', 'accise']) expect([register, by(of(register), ['capo', 'operaio'])]).toEqual([register, 1]);
    expect(new Set(lines.map(({ line }) => line['operatore']))).toEqual(new Set(OPERATORI_DEMO));
    const months = new Set(entries.map(({ at }) => monthOf(at.toISOString())));
    expect(months.size).toBeGreaterThanOrEqual(26);
  });
});
