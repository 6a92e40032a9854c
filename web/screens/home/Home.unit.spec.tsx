// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { fakePortal, leaveNothing, renderAt, signIn, type Call } from '#web/portal.testing.tsx';
import { serverFilters } from '../macchinari/filters.ts';
import Home from './Home.tsx';
import { defaultPeriod, periodOf } from './period.ts';

const VOICES = JSON.stringify([
  { lavorazione: 'PALI', quantita: 12.5, commessa: '0001', wbs: 'W1', note: 'bene', colore: null, committente: 'Rossi', via: 'via Po' },
]);
const ENTRIES = JSON.stringify([{ lavorazione: 'PALI', quantita: 12.5, colore: null }]);
const ROWS: Record<string, unknown[]> = {
  dataLavorazioni: [{ date: '2026-11-02', lavorazioni: VOICES }],
  cantieriLavorazioni: [{ cantieri: '0001', committente: 'Rossi', via: 'via Po', lavorazioni: ENTRIES }],
  attrezzatureLavorazioni: [{ attrezzatura: 'A1', descrizione: 'Sonda', lavorazioni: ENTRIES }],
  operatoreLavorazioni: [{ operatore: 'Ricci', lavorazioni: ENTRIES }],
  ProduzioneSUM: [{ value: 1000.5 }],
  ProduzioneAVG: [{ value: 1000.5 }],
  FiltroProduzioneSUM: [{ value: 7 }],
  FiltroProduzioneAVG: [{ value: 7 }],
};
const LISTS: Record<string, unknown[]> = {
  '/api/produzione_padre': [{ id: 7, data: '2026-11-20', cantiere: '0001', lavorazioni: 'PALI', produzione: 312.5 }],
  '/api/manutenzioni': [{ id: 1, data: '2026-11-19', matricola: 'A1', descrizione: 'Sonda', ore_km: 4000 }],
  '/api/scadenzaManutenzioni': [{ matricola: 'A1', motivo: 'Filtro olio: oltre di 12 h' }],
};
const portal = (lists: Record<string, unknown[]> = {}) =>
  fakePortal(({ path, query }) => {
    if (path !== '/api/analysis') return { body: { data: { ...LISTS, ...lists }[path] ?? [], totale: 3 } };
    const data = Object.fromEntries(query.getAll('operazione').map((name) => [name, ROWS[name] ?? []]));
    return { body: { data, lavorazioni: [{ lavorazione: 'PALI', um: 'ml', colore: null }] } };
  });
const asked = (calls: readonly Call[]) => calls.filter(({ path }) => path === '/api/analysis').map(({ query }) => query);
const section = (name: string) => within(screen.getByRole('region', { name }));
const ADDRESS = '/home?dal=2026-11-02&al=2026-11-09';

afterEach(leaveNothing);

describe('il periodo', () => {
  it('va dal lunedì della settimana a una settimana dopo, anche di domenica', () => {
    expect(defaultPeriod('2026-11-21')).toEqual({ dal: '2026-11-16', al: '2026-11-23' });
    expect(defaultPeriod('2026-11-22')).toEqual({ dal: '2026-11-16', al: '2026-11-23' });
    expect(defaultPeriod('2026-11-23')).toEqual({ dal: '2026-11-23', al: '2026-11-30' });
  });

  it("è quello dell'indirizzo se ha senso", () => {
    expect(periodOf(new URLSearchParams('dal=2026-01-01&al=2026-01-31'), '2026-11-21')).toEqual({ dal: '2026-01-01', al: '2026-01-31' });
    for (const wrong of ['dal=2026-02-01&al=2026-01-31', 'dal=ieri&al=oggi', 'dal=2026-01-01']) {
      expect(periodOf(new URLSearchParams(wrong), '2026-11-21')).toEqual(defaultPeriod('2026-11-21'));
    }
  });
});

describe('ciò che manca al portale', () => {
  const answering = () => portal({ '/api/amministrazione/avvisi': [{ nome: 'salvataggi', testo: 'Nessun salvataggio.' }] });

  it('lo legge chi se ne occupa, in cima alla pagina, con la via per l’Area Admin', async () => {
    signIn();
    answering();
    renderAt(ADDRESS, <Home />);
    const said = await screen.findByRole('alert');
    expect(said.textContent).toContain('Nessun salvataggio.');
    expect(within(said).getByRole('link').getAttribute('href')).toBe('/admin-page');
  });

  it('gli altri non lo chiedono nemmeno', async () => {
    signIn({ allowEdit: 0 });
    const calls = answering();
    renderAt(ADDRESS, <Home />);
    await waitFor(() => expect(asked(calls).length).toBeGreaterThan(0));
    expect(calls.filter(({ path }) => path.startsWith('/api/amministrazione'))).toEqual([]);
  });
});

describe('le scadenze', () => {
  it('ogni cifra è contata con i filtri dell’elenco che apre', async () => {
    signIn();
    const calls = portal();
    renderAt(ADDRESS, <Home />);
    const due = (await screen.findByText('Macchinari con manutenzione dovuta')).closest('a');
    expect(due?.getAttribute('href')).toBe('/home/macchinari?manutenzione=1');
    await waitFor(() => expect(due?.textContent).toContain('3'));
    const filters = calls
      .filter(({ path }) => path === '/api/macchinari')
      .map(({ query }) => JSON.parse(query.get('filtri') ?? '{}') as object);
    expect(filters).toEqual([serverFilters({ scaduti: '1' }), serverFilters({ manutenzione: '1' })]);
  });
});

describe('ciò che uno fa di più', () => {
  const tasks = () =>
    within(screen.getByRole('navigation', { name: 'Da fare' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));

  it('chi scrive le proprie giornate le comincia da qui e ritrova le ultime', async () => {
    signIn({ allowView: 1 });
    portal();
    renderAt(ADDRESS, <Home />);
    expect(tasks()).toEqual(['/home/produzione/dettaglio-produzione', '/home/manutenzioni/nuovo?tipologia=Lettura', '/home/accise/nuovo']);
    const day = (await section('Le tue ultime giornate').findByText('2026-11-20')).closest('a');
    expect([day?.getAttribute('href'), day?.textContent]).toEqual([
      '/home/produzione/dettaglio-produzione?id=7',
      expect.stringMatching(/0001, PALI.*312,50/),
    ]);
  });

  it('chi legge le ore senza vedere la produzione trova le sue macchine e che cosa vi è dovuto', async () => {
    signIn({ allowView: 1 }, { produzione: { allowView: 0, allowInsert: 0 } });
    const calls = portal();
    renderAt('/home', <Home />);
    expect(tasks()).toEqual(['/home/manutenzioni/nuovo?tipologia=Lettura', '/home/accise/nuovo']);
    const machine = (await section('Le tue macchine').findByText('A1')).closest('a');
    await waitFor(() => expect(machine?.textContent).toContain('Filtro olio: oltre di 12 h'));
    expect(machine?.textContent).toContain('4.000 h');
    expect(calls.find(({ path }) => path === '/api/manutenzioni')?.query.get('filtri')).toBe('{"utente":"anna"}');
    expect(asked(calls)).toHaveLength(0);
  });

  it('le ultime attività stanno sulla home, con il risultato da scaricare; senza attività non c’è niente', async () => {
    signIn({}, { produzione: { allowView: 0, allowInsert: 0 } });
    const jobs = ['Dossier', 'Tesserini', 'Scadute', 'Vecchia'].map((titolo, i) => ({
      id: String(i),
      titolo,
      status: 'done',
      name: `${titolo}.zip`,
      messaggio: null,
      progresso: 100,
      finito: '2026-11-20T10:00:00Z',
    }));
    fakePortal(({ path }) => ({ body: { data: path === '/api/processi' ? jobs : [], totale: 0 } }));
    renderAt('/home', <Home />);
    await screen.findByRole('region', { name: 'Attività' });
    expect(section('Attività').getAllByRole('listitem')).toHaveLength(3);
    section('Attività').getByRole('button', { name: /Scarica.*Tesserini/ });
    leaveNothing();
    signIn({}, { produzione: { allowView: 0, allowInsert: 0 } });
    portal();
    renderAt('/home', <Home />);
    await screen.findByText(/non vede la produzione/);
    expect(screen.queryByRole('region', { name: 'Attività' })).toBeNull();
  });

  it('chi vede la produzione di tutti comincia dalle cifre', async () => {
    signIn();
    portal();
    renderAt(ADDRESS, <Home />);
    await screen.findAllByText(/1\.000,50/);
    expect(screen.queryByRole('navigation', { name: 'Da fare' })).toBeNull();
  });
});

describe('il cruscotto', () => {
  it('chiede tutto in cinque richieste, il confronto dopo le cifre, quelle della ditta a chi le vede', async () => {
    signIn();
    const calls = portal();
    renderAt(ADDRESS, <Home />);
    await screen.findAllByText(/1\.000,50/);
    // what is running is asked for by the shell anyway, and what the portal lacks by its administrators alone
    const beside = new Set(['/api/processi', '/api/amministrazione/avvisi']);
    await waitFor(() => expect(calls.filter(({ path }) => !beside.has(path))).toHaveLength(5));
    expect(asked(calls)[0]?.getAll('operazione')).toHaveLength(12);
    expect(asked(calls)[0]?.get('dal')).toBe('2026-11-02');
    expect([asked(calls)[1]?.get('dal'), asked(calls)[1]?.getAll('operazione')]).toEqual([
      '2026-10-26',
      ['dataLavorazioni', 'ProduzioneAVG', 'ProduzioneSUM'],
    ]);
  });

  it('le cifre in euro dicono quanto è cambiato dal periodo prima, anche con un filtro', async () => {
    signIn();
    fakePortal(({ path, query }) => {
      if (path !== '/api/analysis') return { body: { data: [], totale: 0 } };
      const [whole, filtered] = query.get('dal') === '2026-10-01' ? [112, 30] : [100, 60];
      const data = { ProduzioneSUM: [{ value: whole }], FiltroProduzioneSUM: [{ value: filtered }], ProduzioneAVG: [{ value: 50 }] };
      return { body: { data, lavorazioni: [] } };
    });
    renderAt('/home?dal=2026-10-01&al=2026-10-31', <Home />);
    await section('Valore Produzione').findByText('+12 % su settembre');
    await section('Media Produzione').findByText('come settembre');
    leaveNothing();
    signIn();
    fakePortal(({ path, query }) => ({
      body:
        path === '/api/analysis'
          ? { data: { FiltroProduzioneSUM: [{ value: query.get('dal') === '2026-10-01' ? 30 : 60 }] }, lavorazioni: [] }
          : { data: [], totale: 0 },
    }));
    renderAt('/home?dal=2026-10-01&al=2026-10-31&can=0001', <Home />);
    await section('Valore Produzione').findByText('−50 % su settembre');
  });

  it('agli altri chiede le proprie, a chi non vede la produzione nessuna', async () => {
    signIn({ allowView: 1 });
    const calls = portal();
    renderAt(ADDRESS, <Home />);
    await waitFor(() => expect(asked(calls)).toHaveLength(2));
    for (const query of asked(calls)) expect(query.getAll('operazione')).toContain('giornataNomeUtente');
    leaveNothing();
    signIn({ allowView: 0 });
    const none = portal();
    renderAt('/home', <Home />);
    await screen.findByText(/non vede la produzione/);
    expect(asked(none)).toHaveLength(0);
  });

  it("un filtro va nell'indirizzo e alle cifre, fra virgolette", async () => {
    signIn();
    const calls = portal();
    renderAt(`${ADDRESS}&lav=PALI%20D'ANGOLO`, <Home />);
    await waitFor(() => expect(asked(calls)).toHaveLength(1));
    expect(asked(calls)[0]?.getAll('lav')).toEqual(["'PALI D''ANGOLO'"]);
    expect(asked(calls)[0]?.getAll('operazione')).toContain('FiltroProduzioneSUM');
    leaveNothing();
    signIn();
    const again = portal();
    const { user } = renderAt(ADDRESS, <Home />);
    await user.click(await section('GIORNALIERO').findByRole('button', { name: /^Lavorazioni/ }));
    await user.click(await screen.findByRole('checkbox', { name: /PALI/ }));
    await waitFor(() => expect(new URLSearchParams(location.search).getAll('lav')).toEqual(['PALI']));
    await waitFor(() => expect(asked(again).at(-1)?.getAll('lav')).toEqual(["'PALI'"]));
    expect(location.search).toContain('dal=2026-11-02');
  });

  it('un filtro che il nuovo periodo non ha resta in vista, lo dice, e si toglie con un tocco', async () => {
    signIn();
    const calls = portal();
    const { user } = renderAt(`${ADDRESS}&can=0999`, <Home />);
    const daily = section('GIORNALIERO');
    const menu = await daily.findByRole('button', { name: /^Cantieri/ });
    expect(menu.textContent).toContain('0999');
    expect(menu.textContent).toContain('non in questo periodo');
    daily.getByText("In questo periodo non c'è 0999 (Cantieri).");
    expect(screen.getAllByText('Nessuna produzione con questi filtri').length).toBeGreaterThan(0);
    await user.click(menu);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^0999/ }).checked).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(daily.getByRole('button', { name: 'Togli 0999: non in questo periodo' }));
    await waitFor(() => expect(new URLSearchParams(location.search).getAll('can')).toEqual([]));
    await waitFor(() => expect(asked(calls).at(-1)?.getAll('can')).toEqual([]));
    expect((await daily.findByRole('button', { name: /^Cantieri/ })).textContent).toContain('tutti');
  });

  it.each([
    ['ha un altro cantiere', [{ lavorazione: 'PALI', quantita: 3, commessa: '0002', wbs: null, note: null, colore: null }]],
    ['non ha niente', []],
  ])('il cantiere scelto nel GIORNALIERO resta in vista e si toglie, quando il periodo %s', async (_, voices) => {
    signIn();
    const calls = fakePortal(({ path, query }) => {
      if (path !== '/api/analysis') return { body: { data: LISTS[path] ?? [], totale: 3 } };
      const before: Record<string, unknown[]> = {
        dataLavorazioni: voices.length > 0 ? [{ date: '2026-10-27', lavorazioni: JSON.stringify(voices) }] : [],
        cantieriLavorazioni: voices.map(({ commessa }) => ({ cantieri: commessa, committente: null, via: null, lavorazioni: ENTRIES })),
      };
      const rows = query.get('dal') === '2026-11-02' ? ROWS : before;
      const data = Object.fromEntries(query.getAll('operazione').map((name) => [name, rows[name] ?? []]));
      return { body: { data, lavorazioni: [{ lavorazione: 'PALI', um: 'ml', colore: null }] } };
    });
    const { user } = renderAt(ADDRESS, <Home />);
    const daily = section('GIORNALIERO');
    const sites = async () => daily.findByRole('button', { name: /^Cantieri/ });
    await user.click(await sites());
    await user.click(await screen.findByRole('checkbox', { name: /^0001/ }));
    await user.keyboard('{Escape}');
    await waitFor(async () => expect((await sites()).textContent).toContain('0001'));
    expect((await sites()).textContent).not.toContain('non in questo periodo');
    await user.click(screen.getByRole('button', { name: 'Periodo prima' }));
    await daily.findByText("In questo periodo non c'è 0001 (Cantieri).");
    expect((await sites()).textContent).toContain('0001, non in questo periodo');
    await user.click(daily.getByRole('button', { name: 'Togli 0001: non in questo periodo' }));
    await waitFor(() => expect(new URLSearchParams(location.search).getAll('can')).toEqual([]));
    await waitFor(async () => expect((await sites()).textContent).toContain('tutti'));
    expect(daily.queryByText(/non c'è 0001/)).toBeNull();
    // the figures of the whole period are asked for again
    await waitFor(() => expect(asked(calls).at(-1)?.getAll('can')).toEqual([]));
  });

  it('il cantiere scelto in alto restringe ogni cifra, il confronto anche, e l’elenco dei cantieri resta intero', async () => {
    signIn();
    const calls = portal();
    const { user } = renderAt(ADDRESS, <Home />);
    const menu = async () => screen.findByRole('button', { name: /^Cantiere / });
    await user.click(await menu());
    await user.click(await screen.findByRole('checkbox', { name: /^0001/ }));
    await waitFor(() => expect(new URLSearchParams(location.search).getAll('commessa')).toEqual(['0001']));
    // the figures, those of the period before, and the sites of the period
    await waitFor(() => expect(asked(calls)).toHaveLength(5));
    const sites = asked(calls)
      .slice(2)
      .map((query) => [query.get('dal'), query.get('commessa'), query.getAll('operazione').length]);
    expect(sites.toSorted()).toEqual(
      [
        ['2026-10-26', "'0001'", 3],
        ['2026-11-02', "'0001'", 12],
        ['2026-11-02', null, 2],
      ].toSorted(),
    );
    await waitFor(async () => expect((await menu()).textContent).toContain('0001'));
    // without the lists of the daily section nothing is a filtered operation
    expect(
      asked(calls)
        .flatMap((query) => query.getAll('operazione'))
        .filter((name) => name.startsWith('Filtro')),
    ).toEqual([]);
  });

  it('un riquadro che i filtri hanno vuotato dice perché e offre di toglierli', async () => {
    signIn();
    portal();
    const { user } = renderAt(`${ADDRESS}&operatori.oper=Nessuno&operatori.lav=PALI&commesse.can=0001`, <Home />);
    const operators = section('OPERATORI');
    await operators.findByText("In questo periodo non c'è Nessuno (Operatori).");
    await user.click(operators.getByRole('button', { name: 'Togli i filtri' }));
    await waitFor(() => expect([...new URLSearchParams(location.search).keys()]).toEqual(['dal', 'al', 'commesse.can']));
    expect(operators.queryByText('Nessuna produzione')).toBeNull();
  });

  it("l'attrezzatura mostra un'unità alla volta, scelta nell'indirizzo", async () => {
    signIn();
    const entries = JSON.stringify([
      { lavorazione: 'PALI', quantita: 12.5, colore: null },
      { lavorazione: 'SCAVO', quantita: 300, colore: null },
    ]);
    fakePortal(({ path }) =>
      path === '/api/analysis'
        ? {
            body: {
              data: {
                dataAttrezzatura: [{ date: '2026-11-02', attrezzatura: 'A1', descrizione: 'Sonda', somma: 312.5, lavorazioni: entries }],
              },
              lavorazioni: [
                { lavorazione: 'PALI', um: 'ml', colore: null },
                { lavorazione: 'SCAVO', um: 'mc', colore: null },
              ],
            },
          }
        : { body: { data: [], totale: 0 } },
    );
    const { user } = renderAt(ADDRESS, <Home />);
    const equipment = section('ATTREZZATURA');
    await user.click(await equipment.findByRole('radio', { name: 'ml' }));
    await user.click(equipment.getByRole('button', { name: 'TABELLA' }));
    await equipment.findByText('12,5 ml');
    await user.click(equipment.getByRole('radio', { name: 'mc' }));
    await equipment.findByText('300 mc');
    expect(new URLSearchParams(location.search).get('attrezzatura.um')).toBe('mc');
    expect(equipment.queryByText(/312,5/)).toBeNull();
  });

  it('FILTRA manda il periodo, se finisce dopo che comincia', async () => {
    signIn();
    portal();
    const { user } = renderAt(ADDRESS, <Home />);
    const end = await screen.findByLabelText('data fine');
    await user.clear(end);
    await user.type(end, '2026-11-01');
    expect((screen.getByRole('button', { name: 'FILTRA' }) as HTMLButtonElement).disabled).toBe(true);
    await user.clear(end);
    await user.type(end, '30/11/2026');
    expect(location.search).toContain('al=2026-11-09');
    await user.click(screen.getByRole('button', { name: 'FILTRA' }));
    await waitFor(() => expect(location.search).toContain('al=2026-11-30'));
  });

  it('la barra del periodo lo sposta, anche con le frecce, e i filtri restano', async () => {
    signIn();
    const calls = portal();
    const { user } = renderAt(`${ADDRESS}&operatori.oper=Ricci`, <Home />);
    const period = () => [...new URLSearchParams(location.search)].map(([, value]) => value);
    await user.click(await screen.findByRole('button', { name: 'Periodo prima' }));
    await waitFor(() => expect(period()).toEqual(['2026-10-26', '2026-11-01', 'Ricci']));
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(period()).toEqual(['2026-11-09', '2026-11-15', 'Ricci']));
    await user.click(screen.getByRole('radio', { name: 'Mese' }));
    await waitFor(() => expect(period()).toEqual(['2026-11-01', '2026-11-30', 'Ricci']));
    await waitFor(() => expect(asked(calls).some((query) => query.get('dal') === '2026-11-01')).toBe(true));
  });

  it('ogni grafico ha la sua tabella, il giornaliero le note', async () => {
    signIn();
    portal();
    const { user } = renderAt(ADDRESS, <Home />);
    for (const name of ['GIORNALIERO', 'COMMESSE', 'ATTREZZATURE', 'OPERATORI']) {
      await user.click(await section(name).findByRole('button', { name: 'TABELLA' }));
      expect((await section(name).findAllByText(/^12,5/)).length).toBeGreaterThan(0);
    }
    expect(section('ATTREZZATURA').getByText('Nessuna produzione')).toBeTruthy();
    await user.click(section('GIORNALIERO').getByRole('button', { name: 'NOTE' }));
    expect(await section('GIORNALIERO').findByText('bene')).toBeTruthy();
  });
});
