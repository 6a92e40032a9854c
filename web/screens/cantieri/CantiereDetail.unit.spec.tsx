// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import CantiereDetail from './CantiereDetail.tsx';

const SITE = {
  commessa: '0412',
  committente: 'Valborra',
  colore: '#2C6E8C',
  lavorazioni: 'JET GROUTING, TIRANTI',
  utente: 'anna',
  versione: 4,
};
const WBS = { id: 1, commessa: '0412', id_wbs: 7, descrizione: 'Pila 3', utente: 'anna', versione: 2 };
const ITEM = {
  id: 5,
  commessa: '0412',
  lavorazione: 'JET GROUTING',
  descrizione_wbs: 'Pila 3',
  prezzo: 86.1234,
  articolo: 'B.02',
  descrizione: null,
  note: null,
  utente: 'anna',
  versione: 3,
};

interface Has {
  wbs?: object[];
  items?: object[];
  total?: number;
  written?(call: Call): Answer | undefined;
  /** All wbs, as choices are asked for, where that answer differs from the list's. */
  wbsChoices?: object[];
}
function portal({ wbs = [WBS], items = [ITEM], total, written, wbsChoices = wbs }: Has = {}) {
  const rows: Record<string, object[]> = {
    '/api/cantieri': [SITE],
    '/api/cantieri_wbs': wbs,
    '/api/cantieri_lavorazioni': items,
    '/api/wbs': [{ id: 9, descrizione: 'Pila 4', utente: 'anna', versione: 1 }],
    '/api/lavorazioni': [{ id: 3, descrizione: 'JET GROUTING', um: 'ml', colore: '#2C6E8C', utente: 'anna', versione: 1 }],
  };
  return fakePortal((call) => {
    if (call.path.startsWith('/api/processi/')) return { body: { message: { id: '7', status: 'done', messaggio: null } } };
    if (call.path === '/api/Mail' && call.method === 'GET')
      return {
        body: {
          data: [{ destinatari: ['ufficio@valborra.it', 'capo@valborra.it'], oggetto: 'Cantiere 0412 – Valborra', testo: 'Comune: Cuneo' }],
        },
      };
    if (call.path === '/api/Mail') return written?.(call) ?? { status: 202, body: { message: { jobId: '7' } } };
    if (call.method !== 'GET') return written?.(call) ?? { body: { message: { insertId: '0412', versione: 5 } } };
    if (call.path === '/api/riferimenti') return { body: { data: { totale: 0, per: [], altri: false } } };
    if (call.path === '/api/cantieri_wbs' && call.query.get('righe') !== String(cantieriWbs.list.pageSize))
      return { body: { data: wbsChoices, totale: wbsChoices.length } };
    const found = rows[call.path] ?? [];
    return { body: { data: found, totale: call.path === '/api/cantieri_wbs' ? (total ?? found.length) : found.length } };
  });
}
const ROUTE = '/home/cantieri/dettaglio-cantiere';
const open = (search = '?id=0412') =>
  renderAt(
    `${ROUTE}${search}`,
    <Route path={ROUTE}>
      <CantiereDetail />
    </Route>,
  );
const region = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}`) });
const add = async (name: string) => within(await region(name)).findByRole<HTMLButtonElement>('button', { name: /^AGGIUNGI/ });

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('le parti di un cantiere', () => {
  it('una riga si sceglie e si apre con due pressioni; si salva con la versione letta e il prezzo con quattro decimali', async () => {
    const calls = portal();
    const { user } = open();
    const items = await region('LAVORAZIONI');
    await user.dblClick(await within(items).findByText('B.02'));
    const dialog = await screen.findByRole('dialog', { name: 'Lavorazione del cantiere' });
    const price = within(dialog).getByLabelText<HTMLInputElement>('Prezzo');
    await user.clear(price);
    await user.type(price, '84,1255');
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        { method: 'PUT', path: '/api/cantieri_lavorazioni', version: '"3"', body: { cantieri_lavorazioni: { id: 5, prezzo: 84.1255 } } },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('MODIFICA ed ELIMINA compaiono con la riga scelta', async () => {
    portal();
    const { user } = open();
    const wbs = await region('WBS');
    expect(within(wbs).queryByRole('button', { name: /^MODIFICA/ })).toBeNull();
    await user.click(await within(wbs).findByText('Pila 3'));
    within(wbs).getByRole('button', { name: /^MODIFICA/ });
    await user.click(within(wbs).getByRole('button', { name: /^ELIMINA/ }));
    await screen.findByText('Sei sicuro di voler cancellare la wbs?');
  });

  it('una wbs nuova porta la commessa e il numero della voce scelta', async () => {
    const calls = portal();
    const { user } = open();
    const adding = await add('WBS');
    await waitFor(() => expect(adding.disabled).toBe(false));
    await user.click(adding);
    const dialog = await screen.findByRole('dialog', { name: 'Wbs del cantiere' });
    await user.type(within(dialog).getByRole('combobox'), 'Pila 4');
    await user.click(await screen.findByRole('option', { name: /Pila 4/ }));
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        { method: 'POST', path: '/api/cantieri_wbs', body: { cantieri_wbs: { commessa: '0412', descrizione: 'Pila 4', id_wbs: 9 } } },
      ]),
    );
  });

  it('senza wbs nessuna lavorazione: “Crea una Wbs”', async () => {
    portal({ wbs: [], items: [] });
    const { user } = open();
    const adding = await add('LAVORAZIONI');
    await waitFor(() => expect(adding.disabled).toBe(false));
    await user.click(adding);
    await screen.findByText('Crea una Wbs');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('conta la wbs che si vede: la lavorazione si apre, anche se l’elenco delle scelte è ancora quello di prima', async () => {
    portal({ items: [], wbsChoices: [] });
    const { user } = open();
    const adding = await add('LAVORAZIONI');
    await within(await region('WBS')).findByText('Pila 3');
    await waitFor(() => expect(adding.disabled).toBe(false));
    await user.click(adding);
    await screen.findByRole('dialog', { name: 'Lavorazione del cantiere' });
    expect(screen.queryByText('Crea una Wbs')).toBeNull();
  });

  it('alla centesima wbs si dice il limite', async () => {
    portal({ total: 100 });
    const { user } = open();
    const adding = await add('WBS');
    await waitFor(() => expect(adding.disabled).toBe(false));
    await user.click(adding);
    await screen.findByText('Limite massimo Wbs raggiunto!');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('chi guarda soltanto non aggiunge né cambia', async () => {
    signIn({ allowInsert: 0, allowEdit: 0, allowDelete: 0 });
    portal();
    const { user } = open();
    const wbs = await region('WBS');
    await user.click(await within(wbs).findByText('Pila 3'));
    for (const name of ['AGGIUNGI', 'MODIFICA', 'ELIMINA'])
      expect(screen.queryByRole('button', { name: new RegExp(`^${name}`) })).toBeNull();
    expect(screen.queryByRole('button', { name: 'EMAIL' })).toBeNull();
  });
});

describe('EMAIL', () => {
  it('chiede, poi manda i dati del cantiere e le lavorazioni', async () => {
    const calls = portal();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'EMAIL' }));
    const question = await screen.findByRole('alertdialog');
    within(question).getByText('Desideri inviare la mail?');
    for (const text of ['ufficio@valborra.it, capo@valborra.it', 'Cantiere 0412 – Valborra', 'Comune: Cuneo'])
      within(question).getByText(text);
    expect(writes(calls)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'INVIA' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        {
          method: 'POST',
          path: '/api/Mail',
          body: { dataCantiere: { commessa: '0412', committente: 'Valborra' }, lavorazioni: 'JET GROUTING, TIRANTI' },
        },
      ]),
    );
    await screen.findByText('Mail inviata correttamente');
  });

  it('rifiutata, dice la frase del portale', async () => {
    portal({
      written: ({ path }) => (path === '/api/Mail' ? { status: 409, body: { message: 'Nessun indirizzo a cui scrivere.' } } : undefined),
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'EMAIL' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'INVIA' }));
    await screen.findByText('Nessun indirizzo a cui scrivere.');
  });

  it('parte da sé per un cantiere nuovo', async () => {
    const calls = portal();
    const { user } = open('');
    await user.type(await screen.findByLabelText(/^Commessa/), '0412');
    await user.click(screen.getByRole('button', { name: 'SALVA' }));
    await waitFor(() => expect(writes(calls).map(({ path }) => path)).toEqual(['/api/cantieri', '/api/Mail']));
    await screen.findByText('Cantiere creato correttamente');
  });
});
