// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import MacchinaDetail from './MacchinaDetail.tsx';

const MACCHINA = { matricola: 'A1', marca: 'Soilmec', documenti_ce: 'A1/A1_CE.pdf', utente: 'anna', versione: 4 };
const DATA = { matricola: 'A1', motore_marca: 'Deutz', utente: 'anna', versione: 2 };
const OLIO = {
  id: 7,
  matricola: 'A1',
  componente: 'filtro_olio',
  marca_e_modello: 'Mann',
  quantita: null,
  frequenza: null,
  utente: 'anna',
  versione: 3,
};

const ROWS: Record<string, object[]> = { '/api/macchinari': [MACCHINA], '/api/datiMacchina': [DATA], '/api/manutMacchinari': [OLIO] };
/** A portal with one machine; `written` answers the writes, in its own way or as if all went well. */
const portal = (written: (call: Call) => Answer | undefined = () => undefined) =>
  fakePortal((call) => {
    if (call.method !== 'GET') return written(call) ?? { body: { message: { insertId: 'A1', versione: 9 } } };
    const rows = ROWS[call.path] ?? [];
    return { body: { data: rows, totale: rows.length } };
  });
const wrote = (calls: readonly Call[]) => writes(calls).map(({ method, path }) => `${method} ${path.replace('/api/', '')}`);

const open = (address = '/home/macchinari/A1') =>
  renderAt(
    address,
    <Route path="/home/macchinari/:id">
      <MacchinaDetail />
    </Route>,
  );
/** Every tab stays in place, so that a field can be found whatever tab is open. */
const field = async (label: RegExp) => (await screen.findAllByLabelText<HTMLInputElement>(label))[0]!;
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'SALVA' });
const openTab = () => new URLSearchParams(location.search).get('scheda') ?? 'dettagli';

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('una macchina che c’è', () => {
  it('SALVA scrive la macchina e i suoi dati, ciascuno con la versione letta', async () => {
    const calls = portal();
    const { user } = open();
    await user.type(await field(/^Modello/), 'SM');
    await waitFor(() => expect(screen.getAllByLabelText(/^Motore: marca/)[0]).toHaveProperty('value', 'Deutz'));
    await user.type(await field(/^Motore: marca/), '!');
    await user.click(save());
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        { method: 'PUT', path: '/api/macchinari', version: '"4"', body: { macchinario: { matricola: 'A1', modello: 'SM' } } },
        { method: 'PUT', path: '/api/datiMacchina', version: '"2"', body: { dati: { matricola: 'A1', motore_marca: 'Deutz!' } } },
      ]),
    );
    await waitFor(() => expect(save().disabled).toBe(true));
  });

  it('Stato attuale offre Operativo e Venduto/Demolito; una macchina salvata come Venduto mostra la seconda', async () => {
    ROWS['/api/macchinari'] = [{ ...MACCHINA, stato_attuale: 'Venduto' }];
    const calls = portal();
    const { user } = open();
    const radios = await screen.findAllByRole<HTMLInputElement>('radio');
    expect(radios.map((radio) => [radio.closest('label')?.textContent, radio.checked])).toEqual([
      ['Operativo', false],
      ['Venduto/Demolito', true],
    ]);
    await user.click(radios[0]!);
    await user.click(radios[1]!);
    await user.click(save());
    await waitFor(() => expect(writes(calls)).toMatchObject([{ body: { macchinario: { stato_attuale: 'Demolito' } } }]));
    ROWS['/api/macchinari'] = [MACCHINA];
  });

  it('cambiati i soli dati, la macchina non si scrive', async () => {
    const calls = portal();
    const { user } = open();
    await waitFor(() => expect(screen.getAllByLabelText(/^Motore: marca/)[0]).toHaveProperty('value', 'Deutz'));
    await user.type(await field(/^Motore: marca/), '!');
    await user.click(save());
    await waitFor(() => expect(wrote(calls)).toEqual(['PUT datiMacchina']));
  });

  it('se la macchina è rifiutata i dati non si scrivono, e restano da salvare', async () => {
    const calls = portal((call) => (call.path === '/api/macchinari' ? { status: 503 } : undefined));
    const { user } = open();
    await waitFor(() => expect(screen.getAllByLabelText(/^Motore: marca/)[0]).toHaveProperty('value', 'Deutz'));
    await user.type(await field(/^Motore: marca/), '!');
    await user.type(await field(/^Modello/), 'SM');
    await user.click(save());
    await screen.findByText('Errore durante la modifica');
    expect(wrote(calls)).toEqual(['PUT macchinari']);
    expect(await field(/^Motore: marca/)).toHaveProperty('value', 'Deutz!');
    expect(save().disabled).toBe(false);
  });

  it('il conflitto sui dati si risolve sui dati', async () => {
    const theirs: Answer = {
      status: 409,
      body: { message: 'Modificato', attuale: { ...DATA, motore_marca: 'Perkins' }, versione: 6, utente: 'bruno' },
    };
    const calls = portal((call) => (call.path === '/api/datiMacchina' && call.version === '"2"' ? theirs : undefined));
    const { user } = open();
    await waitFor(() => expect(screen.getAllByLabelText(/^Motore: marca/)[0]).toHaveProperty('value', 'Deutz'));
    await user.type(await field(/^Motore: marca/), '!');
    await user.click(save());
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByText('Deutz!'));
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    await waitFor(() =>
      expect(writes(calls)[1]).toMatchObject({ path: '/api/datiMacchina', version: '"6"', body: { dati: { motore_marca: 'Deutz!' } } }),
    );
  });

  it('un valore sbagliato in un’altra scheda la apre, e il cursore va nel campo', async () => {
    const calls = portal();
    const { user } = open();
    const marca = await field(/^Motore: marca/);
    await waitFor(() => expect(marca.value).toBe('Deutz'));
    await user.click(marca);
    await user.paste('x'.repeat(256));
    await user.type(await field(/^Modello/), 'SM');
    expect(openTab()).toBe('dettagli');
    await user.click(save());
    await waitFor(() => expect(openTab()).toBe('dati'));
    await waitFor(() => expect(document.activeElement).toBe(marca));
    await screen.findByText('Al massimo 255 caratteri');
    expect(writes(calls)).toEqual([]);
  });

  it('anche in una scheda di campi che la definizione non dispone', async () => {
    const calls = portal();
    const { user } = open();
    const cespite = await field(/^Cespite/);
    await user.click(cespite);
    await user.paste('x'.repeat(256));
    await user.click(await field(/^Modello/));
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(openTab()).toBe('amministrazione'));
    await waitFor(() => expect(document.activeElement).toBe(cespite));
    expect(writes(calls)).toEqual([]);
  });

  it('una cifra che non si legge non si salva vuota', async () => {
    const calls = portal();
    const { user } = open();
    await user.type(await field(/^Modello/), 'SM');
    const ore = await field(/^Ore\/Km/);
    await user.type(ore, 'dieci');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(document.activeElement).toBe(ore));
    expect(writes(calls)).toEqual([]);
  });

  it('i file con un nome nuovo si rinominano prima di salvare; con un nome sbagliato non si salva nulla', async () => {
    let stored = MACCHINA;
    const calls = fakePortal((call) => {
      if (call.method === 'GET') return { body: { data: call.path === '/api/macchinari' ? [stored] : (ROWS[call.path] ?? []), totale: 1 } };
      // the portal's own change of the record: the version goes on
      if (call.path === '/api/allegati') stored = { ...MACCHINA, documenti_ce: 'A1/nuovo.pdf', versione: 5 };
      return { body: { message: { versione: 9 } } };
    });
    const { user } = open('/home/macchinari/A1?scheda=documenti');
    const row = (await screen.findByText('Certificato CE')).closest('li')!;
    await user.click(within(row).getByRole('button', { name: 'Rinomina Certificato CE' }));
    const name = within(row).getByRole('textbox');
    await user.clear(name);
    await user.type(name, 'nuovo.txt');
    await user.type(await field(/^Modello/), 'SM');
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(within(row).getByRole('textbox')));
    expect(writes(calls)).toEqual([]);
    const again = within(row).getByRole('textbox');
    await user.clear(again);
    await user.type(again, 'nuovo.pdf');
    await user.click(save());
    await waitFor(() => expect(wrote(calls)).toEqual(['POST allegati', 'PUT macchinari']));
    expect(writes(calls)[0]?.body).toEqual({ rename: true, path: [{ from: 'A1/A1_CE.pdf', to: 'A1/nuovo.pdf' }] });
    expect(writes(calls)[1]).toMatchObject({ version: '"5"', body: { macchinario: { matricola: 'A1', modello: 'SM' } } });
    expect(writes(calls)[1]?.body).not.toHaveProperty('macchinario.documenti_ce');
  });
});

describe('il piano di manutenzione', () => {
  const frequenza = () => screen.findByLabelText('Filtro olio, Frequenza manut./sostituz.');

  it('SALVA non lo scrive: ha un tasto suo', async () => {
    const calls = portal();
    const { user } = open('/home/macchinari/A1?scheda=manutenzione');
    await user.type(await frequenza(), '500');
    expect(save().disabled).toBe(true);
    await user.type(await field(/^Modello/), 'SM');
    await user.click(save());
    await waitFor(() => expect(wrote(calls)).toEqual(['PUT macchinari']));
    await user.click(screen.getByRole('button', { name: 'Salva Manutenzioni' }));
    await waitFor(() =>
      expect(writes(calls)[1]).toMatchObject({
        path: '/api/manutMacchinari',
        version: '"3"',
        body: { manut: { id: 7, frequenza: '500' } },
      }),
    );
    // written: there is nothing left to save
    await waitFor(() => expect(screen.getByRole('button', { name: 'Salva Manutenzioni' })).toHaveProperty('disabled', true));
  });

  it('Ctrl+S lo scrive con il resto', async () => {
    const calls = portal();
    const { user } = open('/home/macchinari/A1?scheda=manutenzione');
    await user.type(await frequenza(), '500');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(wrote(calls)).toEqual(['PUT manutMacchinari']));
  });

  it('una riga ripetuta senza risposta porta la stessa chiave', async () => {
    const answers: Answer[] = [{ status: 503 }];
    const calls = portal(() => answers.shift());
    const { user } = open('/home/macchinari/A1?scheda=manutenzione');
    await user.type(await screen.findByLabelText('Antigelo (kg), Quantità'), '4');
    const button = () => screen.getByRole('button', { name: 'Salva Manutenzioni' });
    await user.click(button());
    await screen.findByText('ERRORE NEL SALVATAGGIO DEI DATI');
    await user.click(button());
    await waitFor(() => expect(writes(calls)).toHaveLength(2));
    const [first, again] = writes(calls);
    expect(again).toMatchObject({
      method: 'POST',
      key: first?.key,
      body: { manut: { matricola: 'A1', componente: 'antigelo', quantita: '4' } },
    });
  });
});

describe('una macchina nuova', () => {
  const fresh = () => open('/home/macchinari/nuovo');

  it('senza matricola lo dice con la frase della specifica, e non si salva', async () => {
    const calls = portal();
    const { user } = fresh();
    await user.type(await field(/^Marca/), 'Soilmec');
    await user.click(save());
    await screen.findByText('Attenzione la matricola non può essere vuota');
    const key = await field(/^Matricola\s*\*?$/);
    await waitFor(() => expect(document.activeElement).toBe(key));
    expect(writes(calls)).toEqual([]);
  });

  it('si scrive con i suoi dati e il suo piano, poi si torna all’elenco', async () => {
    const calls = portal();
    const { user } = fresh();
    await user.type(await field(/^Matricola\s*\*?$/), 'A1');
    await user.type(await field(/^Motore: marca/), 'Deutz');
    await user.type(await screen.findByLabelText('Antigelo (kg), Quantità'), '4');
    await user.click(save());
    await waitFor(() => expect(location.pathname).toBe('/home/macchinari'));
    expect(writes(calls)).toMatchObject([
      { method: 'POST', path: '/api/macchinari', body: { macchinario: { matricola: 'A1', stato_attuale: 'Operativo' } } },
      { method: 'POST', path: '/api/datiMacchina', body: { dati: { matricola: 'A1', motore_marca: 'Deutz' } } },
      { method: 'POST', path: '/api/manutMacchinari', body: { manut: { matricola: 'A1', componente: 'antigelo', quantita: '4' } } },
    ]);
  });

  it('rifiutati i dati, la macchina non si crea due volte e ciò che vi si cambia dopo si salva', async () => {
    let refuse = true;
    const calls = portal((call) => (call.path === '/api/datiMacchina' && refuse ? { status: 503 } : undefined));
    const { user } = fresh();
    await user.type(await field(/^Matricola\s*\*?$/), 'A1');
    await user.type(await field(/^Modello/), 'SM');
    await user.type(await field(/^Motore: marca/), 'Deutz');
    await user.click(save());
    await screen.findByText('Errore durante la modifica');
    expect(wrote(calls)).toEqual(['POST macchinari', 'POST datiMacchina']);
    refuse = false;
    await user.type(await field(/^Marca/), 'Soilmec');
    await user.click(save());
    await waitFor(() => expect(wrote(calls)).toEqual(['POST macchinari', 'POST datiMacchina', 'PUT macchinari', 'POST datiMacchina']));
    expect(writes(calls)[2]?.version).toBe('"9"');
    expect(writes(calls)[2]?.body).toEqual({ macchinario: { matricola: 'A1', marca: 'Soilmec' } });
  });

  it('rifiutato il piano, la macchina è fatta lo stesso', async () => {
    const calls = portal((call) => (call.path === '/api/manutMacchinari' ? { status: 503 } : undefined));
    const { user } = fresh();
    await user.type(await field(/^Matricola\s*\*?$/), 'A1');
    await user.type(await screen.findByLabelText('Antigelo (kg), Quantità'), '4');
    await user.click(save());
    await waitFor(() => expect(location.pathname).toBe('/home/macchinari'));
    expect(wrote(calls)).toEqual(['POST macchinari', 'POST datiMacchina', 'POST manutMacchinari']);
  });
});

describe('lasciare una macchina', () => {
  it('chiede, contando i campi, i dati e il piano; SALVA li scrive tutti e poi esce', async () => {
    const calls = portal();
    const { user } = open('/home/macchinari/A1?scheda=manutenzione');
    await user.type(await screen.findByLabelText('Filtro olio, Quantità'), '2');
    await waitFor(() => expect(screen.getAllByLabelText(/^Motore: marca/)[0]).toHaveProperty('value', 'Deutz'));
    await user.type(await field(/^Motore: marca/), '!');
    await user.type(await field(/^Modello/), 'SM');
    await user.click(screen.getByRole('button', { name: 'Chiudi' }));
    const dialog = await screen.findByRole('alertdialog');
    within(dialog).getByText(/^Le 3 modifiche di A1 Soilmec/);
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    await waitFor(() => expect(location.pathname).toBe('/home/macchinari'));
    expect(wrote(calls)).toEqual(['PUT macchinari', 'PUT datiMacchina', 'PUT manutMacchinari']);
  });
});
