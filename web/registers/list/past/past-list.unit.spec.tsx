// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, type Call } from '#web/portal.testing.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { forgetArrivals } from '#web/lib/arrival.ts';
import { RegisterList } from '../RegisterList.tsx';

const DELETED = '2026-11-02T08:14:00.000Z';
const ROWS = [
  { id: 1, descrizione: 'Rossi', utente: 'anna', versione: 1 },
  {
    id: 2,
    descrizione: 'Neri',
    utente: 'anna',
    versione: 3,
    eliminato_il: DELETED,
    eliminato_da: 'bruno',
  },
];
const FUTURE = 'Non si vede ciò che deve ancora accadere';
const COMPARED = {
  data: [
    {
      id: 1,
      nome: 'Rossi',
      tipo: 'cambiato',
      campi: [
        {
          campo: 'descrizione',
          etichetta: 'Descrizione',
          prima: 'Rosi',
          dopo: 'Rossi',
          utente: 'carla',
          quando: '2026-10-05T08:00:00.000Z',
        },
      ],
    },
    { id: 2, nome: 'Neri', tipo: 'tolto', campi: [] },
  ],
  totale: 2,
  conteggi: { aggiunto: 0, tolto: 1, cambiato: 1 },
};

const portal = () =>
  fakePortal(({ path, query }) => {
    if (path === '/api/viste') return { body: { data: [], totale: 0, predefinita: null } };
    if (path === '/api/esporta') return { status: 202, body: { message: { jobId: 'j1' } } };
    if ([query.get('al'), query.get('a')].some((at) => at?.startsWith('2099')))
      return { status: 400, body: { message: 'No', errors: [{ campo: query.has('al') ? 'al' : 'a', messaggio: FUTURE }] } };
    if (path.endsWith('/confronto')) return { body: COMPARED };
    const rows = query.has('al') ? ROWS : ROWS.slice(0, 1);
    return { body: { data: rows, totale: rows.length } };
  });
const open = (address: string) =>
  renderAt(address, <RegisterList def={meccanici} selectionActions={() => <button>ELIMINA</button>} actions={() => [{ label: 'QR' }]} />);
const lists = (calls: readonly Call[]) => calls.filter(({ path }) => path === '/api/meccanici');

beforeEach(() => signIn());
afterEach(() => {
  forgetArrivals();
  leaveNothing();
});

describe('un elenco com’era', () => {
  it('si chiede con un giorno: l’indirizzo lo tiene, una fascia lo dice, OGGI lo toglie', async () => {
    const calls = portal();
    const { user } = open('/home/meccanici?cerca=o');
    await screen.findAllByText('Rossi');
    await user.click(screen.getByRole('button', { name: 'Vedi al…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Vedi al…' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Giorno' }), { target: { value: '2026-10-01' } });
    await user.click(within(dialog).getByRole('button', { name: 'VEDI' }));
    await screen.findAllByText('Neri');
    expect(location.search).toBe('?cerca=o&al=2026-10-01');
    expect(Object.fromEntries(lists(calls).at(-1)!.query)).toMatchObject({ cerca: 'o', al: '2026-10-01', pagina: '1' });
    expect(screen.getByText('alla fine del 2026-10-01')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'OGGI' }));
    await waitFor(() => expect(screen.queryByText('Neri')).toBeNull());
    expect(location.search).toBe('?cerca=o');
  });

  it('un giorno che deve venire ha la frase del portale accanto al campo, e l’elenco resta di oggi', async () => {
    portal();
    const { user } = open('/home/meccanici');
    await screen.findAllByText('Rossi');
    await user.click(screen.getByRole('button', { name: 'Vedi al…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Vedi al…' });
    await user.click(within(dialog).getByRole('button', { name: 'VEDI' }));
    expect(await within(dialog).findByText('Serve un giorno')).toBeTruthy();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Giorno' }), { target: { value: '2099-01-01' } });
    await user.click(within(dialog).getByRole('button', { name: 'VEDI' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe(FUTURE);
    expect(within(dialog).getByRole('textbox', { name: 'Giorno' }).getAttribute('aria-invalid')).toBe('true');
    expect(location.search).toBe('');
  });

  it('non si scrive: niente AGGIUNGI, azioni dello schermo, MODIFICA INSIEME, matita e viste da salvare', async () => {
    portal();
    const { user } = open('/home/meccanici?al=2026-10-01');
    await screen.findAllByText('Neri');
    for (const name of ['Salva come vista', 'QR']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: /AGGIUNGI/ })).toBeNull();
    const row = screen.getAllByText('Rossi')[0]!.closest('tr')!;
    await user.hover(row);
    expect(within(row).queryByRole('button', { name: /^Modifica/ })).toBeNull();
    expect(within(row).queryByRole('link')).toBeNull();
    await user.click(within(row).getByRole('checkbox'));
    const bar = screen.getByRole('region', { name: 'Elenco meccanici' });
    expect(within(bar).queryByText('MODIFICA INSIEME')).toBeNull();
    expect(within(bar).queryByText('ELIMINA')).toBeNull();
    expect(within(bar).getAllByText('Excel').length).toBeGreaterThan(1);
    // what was chosen there is not chosen today
    await user.click(screen.getByRole('button', { name: 'OGGI' }));
    await waitFor(() => expect(screen.queryByText('Neri')).toBeNull());
    expect(screen.queryByText('MODIFICA INSIEME')).toBeNull();
  });

  it('chi è stato eliminato da allora lo dice, con quando e chi; la riga apre il record com’era', async () => {
    portal();
    const { user } = open('/home/meccanici?al=2026-10-01T14:30');
    const row = (await screen.findAllByText('Neri'))[0]!.closest('tr')!;
    expect(row.className).toContain('is-gone');
    expect(within(row).getByText(formatInstant(DELETED))).toBeTruthy();
    expect(within(row).getByText('bruno')).toBeTruthy();
    await user.click(row);
    const dialog = await screen.findByRole('dialog', { name: 'Neri' });
    expect(within(dialog).getByText('Com’era il 2026-10-01 alle 14:30')).toBeTruthy();
    expect(within(dialog).getByText(`Eliminato il ${formatInstant(DELETED)} da bruno.`)).toBeTruthy();
    expect(within(dialog).queryByText('APRI OGGI')).toBeNull();
    expect(within(dialog).getByRole('link', { name: 'STORICO' })).toBeTruthy();
  });

  it('CONFRONTA mostra che cosa è cambiato, con le schede dei conti, e un file dal portale', async () => {
    const calls = portal();
    const { user } = open('/home/meccanici?al=2026-10-01');
    await screen.findAllByText('Neri');
    await user.click(screen.getByRole('button', { name: 'CONFRONTA' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confronta' });
    const later = within(dialog).getByRole('textbox', { name: 'Al giorno' });
    fireEvent.change(later, { target: { value: '2099-01-01' } });
    await user.click(within(dialog).getByRole('button', { name: 'CONFRONTA' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe(FUTURE);
    fireEvent.change(later, { target: { value: '2026-11-03' } });
    await user.click(within(dialog).getByRole('button', { name: 'CONFRONTA' }));
    const compared = await screen.findByRole('region', { name: 'Confronto, meccanici' });
    expect(location.search).toBe('?al=2026-10-01&confronta=2026-11-03');
    await within(compared).findByText('Rosi');
    expect(within(compared).getByText(/^carla, /)).toBeTruthy();
    expect(
      within(compared)
        .getAllByRole('tab')
        .map(({ textContent }) => textContent),
    ).toEqual(['Tutti2', 'Aggiunti0', 'Tolti1', 'Cambiati1']);
    await user.click(within(compared).getByRole('tab', { name: /Tolti/ }));
    await waitFor(() => expect(calls.at(-1)!.query.get('tipo')).toBe('tolto'));
    await user.click(within(compared).getByRole('button', { name: 'Excel' }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/api/esporta')?.body).toEqual({
        tabella: 'meccanici',
        formato: 'xlsx',
        colonne: ['id', 'nome', 'tipo', 'campo', 'prima', 'dopo', 'utente', 'quando'],
        confronto: { da: '2026-10-01', a: '2026-11-03', tipo: 'tolto' },
      }),
    );
    await user.click(screen.getByRole('button', { name: 'ELENCO DI ALLORA' }));
    await screen.findByRole('region', { name: 'Elenco meccanici' });
    expect(location.search).toBe('?al=2026-10-01');
  });
});
