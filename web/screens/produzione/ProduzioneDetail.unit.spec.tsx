// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import ProduzioneDetail from './ProduzioneDetail.tsx';

const HEADER = { id: 8, data: '2026-11-20', cantiere: '0412', commessa: '0412', produzione: 0, utente: 'anna', versione: 1 };
const EARLIER = { ...HEADER, id: 5, data: '2026-11-19' };
const LINE = {
  id: 31,
  id_intestazione: 5,
  wbs: 'Pila 3',
  lavorazione: 'JET GROUTING',
  quantita: 24.5,
  operatore: 'Hoxha',
  noleggio: 0,
  attrezzatura: null,
  descrizione: null,
  fermo: 0,
  prezzo: 80,
  produzione: 1960,
  note: null,
  utente: 'anna',
  versione: 3,
};
const SITE: Record<string, object[]> = {
  '/api/cantieri_wbs': [{ id: 1, commessa: '0412', descrizione: 'Pila 3', utente: 'anna', versione: 1 }],
  '/api/cantieri_lavorazioni': [
    { id: 1, commessa: '0412', lavorazione: 'JET GROUTING', descrizione_wbs: 'Pila 3', prezzo: 86, utente: 'anna', versione: 1 },
  ],
  '/api/lavorazioni': [{ id: 1, descrizione: 'JET GROUTING', um: 'ml', colore: '#2C6E8C', utente: 'anna', versione: 1 }],
};

/** A portal with one header, an earlier day of the same site, and these lines of the two. */
function portal({
  lines = [],
  earlier = [],
  written,
}: {
  lines?: object[];
  earlier?: object[];
  written?: (call: Call) => Answer | undefined;
}) {
  return fakePortal((call) => {
    if (call.method !== 'GET') return written?.(call) ?? { status: 201, body: { message: { insertId: 8, versione: 2 } } };
    const rows = rowsOf(call);
    return { body: { data: rows, totale: rows.length } };
  });
  function rowsOf({ path, query }: Call): object[] {
    const filtri = JSON.parse(query.get('filtri') ?? '{}') as Record<string, unknown>;
    if (path === '/api/produzione') return filtri['id_intestazione'] === 5 ? earlier : lines;
    if (path === '/api/produzione_padre') return query.get('chiave') ? [HEADER] : [EARLIER];
    return SITE[path] ?? [];
  }
}
const ROUTE = '/home/produzione/dettaglio-produzione';
const open = (address: string) =>
  renderAt(
    address,
    <Route path={ROUTE}>
      <ProduzioneDetail />
    </Route>,
  );
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('strato.bozze.'));
const riga = { wbs: 'Pila 3', lavorazione: 'JET GROUTING', operatore: 'Hoxha' };

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('una giornata nuova', () => {
  it('comincia con oggi e con il cantiere dell’ultima volta: AVANTI la scrive senza altro', async () => {
    const calls = portal({});
    const { user } = open(ROUTE);
    await waitFor(() => expect(input('Cantiere*').value).toBe('0412'));
    await user.click(screen.getByRole('button', { name: 'AVANTI' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        { method: 'POST', path: '/api/produzione_padre', body: { produzione_padre: { cantiere: '0412' } } },
      ]),
    );
    await waitFor(() => expect(location.search).toBe('?id=8'));
    // no day to copy: the first line is written at once
    await screen.findByRole('dialog', { name: 'Riga di produzione' });
  });

  it('senza cantiere AVANTI non si preme', async () => {
    portal({});
    const { user } = open(ROUTE);
    await waitFor(() => expect(input('Cantiere*').value).toBe('0412'));
    await user.click(screen.getByRole('button', { name: 'Svuota Cantiere' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'AVANTI' }).disabled).toBe(true);
  });
});

describe('le righe di una giornata', () => {
  it('data e cantiere non cambiano più; la giornata dice righe e valore', async () => {
    portal({ lines: [LINE, { ...LINE, id: 32, produzione: 0.1 }] });
    open(`${ROUTE}?id=8`);
    await screen.findByText('€ 1.960,10');
    expect(input('Data').readOnly).toBe(true);
    expect(input('Cantiere').disabled || input('Cantiere').readOnly).toBe(true);
  });

  it('“Salva e aggiungi un’altra” tiene ciò che si ripete e chiede la quantità; il valore si vede subito', async () => {
    const calls = portal({ lines: [LINE] });
    const { user } = open(`${ROUTE}?id=8`);
    await user.click(await screen.findByRole('button', { name: 'AGGIUNGI' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(input('Quantità*'), '12,5');
    await within(dialog).findByText('€ 1.075,00');
    await user.click(within(dialog).getByRole('button', { name: 'Salva e aggiungi un’altra' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        {
          method: 'POST',
          path: '/api/produzione',
          body: { produzione: { ...riga, id_intestazione: 8, quantita: 12.5, fermo: 0, noleggio: 0 } },
        },
      ]),
    );
    await within(dialog).findByText('1 riga salvata, ora la prossima');
    expect(input('Quantità*').value).toBe('');
    expect(input('Lavorazione*').value).toBe('JET GROUTING');
    // price and value are the server's
    expect(writes(calls)[0]!.body).not.toHaveProperty('produzione.prezzo');
    expect(writes(calls)[0]!.body).not.toHaveProperty('produzione.produzione');
  });

  it('un fermo non ha quantità; gli apici nelle note si rifiutano prima di mandarli', async () => {
    const calls = portal({ lines: [LINE] });
    const { user } = open(`${ROUTE}?id=8`);
    await user.click(await screen.findByText('Hoxha'));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('radio', { name: 'Fermo' }));
    expect(input('Quantità').disabled).toBe(true);
    expect(input('Quantità').value).toBe('');
    await user.type(within(dialog).getByLabelText('Note'), "l'acqua");
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    await within(dialog).findByText('Non è possibile inserire gli apici');
    expect(writes(calls)).toEqual([]);
    await user.clear(within(dialog).getByLabelText('Note'));
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        { method: 'PUT', path: '/api/produzione', version: '"3"', body: { produzione: { id: 31, fermo: 1, quantita: null } } },
      ]),
    );
  });

  it('senza quantità, o con un valore oltre il limite, non parte nulla e il campo lo dice; lasciandolo anche prima', async () => {
    const calls = portal({ lines: [LINE] });
    const { user } = open(`${ROUTE}?id=8`);
    await user.click(await screen.findByRole('button', { name: 'AGGIUNGI' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    await within(dialog).findByText('La quantità deve essere maggiore di 0');
    await user.type(input('Quantità*'), '20000000');
    await user.tab();
    await within(dialog).findByText('Il valore deve restare sotto € 1.000.000.000');
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    expect(writes(calls)).toEqual([]);
    await user.clear(input('Quantità*'));
    await user.type(input('Quantità*'), '2');
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
  });

  it('chiudendo la riga ciò che è scritto non si perde senza una domanda', async () => {
    portal({ lines: [LINE] });
    const { user } = open(`${ROUTE}?id=8`);
    await user.click(await screen.findByRole('button', { name: 'AGGIUNGI' }));
    await user.type(input('Quantità*'), '3');
    await user.click(screen.getByRole('button', { name: 'ANNULLA' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'TORNA INDIETRO' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(input('Quantità*').value).toContain('3');
  });
});

describe('la giornata di ieri da copiare', () => {
  it('si offre finché non c’è una riga: ogni riga presa si scrive con la quantità corretta', async () => {
    const calls = portal({ earlier: [LINE, { ...LINE, id: 32, operatore: 'Conti', note: 'colonne' }] });
    const { user } = open(`${ROUTE}?id=8`);
    await user.click(await screen.findByRole('button', { name: 'Copia e adatta' }));
    const dialog = await screen.findByRole('dialog', { name: 'Copia e adatta' });
    const quantities = within(dialog).getAllByLabelText<HTMLInputElement>('Quantità, JET GROUTING, Pila 3');
    await user.clear(quantities[0]!);
    await user.type(quantities[0]!, '10');
    await within(dialog).findByText('€ 2.967,00');
    await user.click(within(dialog).getByRole('button', { name: 'AGGIUNGI 2 RIGHE' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        { method: 'POST', path: '/api/produzione', body: { produzione: { ...riga, id_intestazione: 8, quantita: 10 } } },
        {
          method: 'POST',
          path: '/api/produzione',
          body: { produzione: { id_intestazione: 8, operatore: 'Conti', quantita: 24.5, note: 'colonne' } },
        },
      ]),
    );
    expect(new Set(writes(calls).map(({ key }) => key)).size).toBe(2);
    await screen.findByText('2 righe');
  });

  it('una riga rifiutata resta, quelle scritte no: riprovando nulla si scrive due volte', async () => {
    let refusals = 1;
    const calls = portal({
      earlier: [LINE, { ...LINE, id: 32, operatore: 'Conti' }],
      written: ({ body }) =>
        (body as { produzione: { operatore: string } }).produzione.operatore === 'Conti' && refusals-- > 0
          ? { status: 400, body: { message: 'La wbs non è tra quelle del cantiere.' } }
          : undefined,
    });
    const { user } = open(`${ROUTE}?id=8`);
    await user.click(await screen.findByRole('button', { name: 'Copia e adatta' }));
    await user.click(await screen.findByRole('button', { name: 'AGGIUNGI 2 RIGHE' }));
    await screen.findByText('La wbs non è tra quelle del cantiere.');
    await user.click(await screen.findByRole('button', { name: 'AGGIUNGI 1 RIGA' }));
    await waitFor(() => expect(writes(calls)).toHaveLength(3));
    expect(writes(calls).map(({ body }) => (body as { produzione: { operatore: string } }).produzione.operatore)).toEqual([
      'Hoxha',
      'Conti',
      'Conti',
    ]);
  });

  it('una riga che il cantiere non può più avere lo dice, e finché è presa non si scrive nulla', async () => {
    const calls = portal({
      earlier: [LINE, { ...LINE, id: 32, wbs: 'Pila 9' }, { ...LINE, id: 33, operatore: 'Neri' }],
      written: ({ body }) =>
        (body as { produzione: { operatore: string } }).produzione.operatore === 'Neri'
          ? {
              status: 400,
              body: {
                message: 'I dati inviati non sono validi.',
                errors: [{ campo: 'operatore', messaggio: 'Operatore: "Neri" non c’è' }],
              },
            }
          : undefined,
    });
    const { user } = open(`${ROUTE}?id=8`);
    await user.click(await screen.findByRole('button', { name: 'Copia e adatta' }));
    await screen.findByText('Il cantiere non ha più la wbs Pila 9');
    expect(screen.getByRole('button', { name: 'AGGIUNGI 3 RIGHE' }).getAttribute('aria-disabled')).toBe('true');
    screen.getByText('Da correggere: JET GROUTING, Pila 9');
    await user.click(screen.getByRole('button', { name: 'AGGIUNGI 3 RIGHE' }));
    expect(writes(calls)).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'Copia JET GROUTING, Pila 9' }));
    await user.click(screen.getByRole('button', { name: 'AGGIUNGI 2 RIGHE' }));
    await screen.findByText('Operatore: "Neri" non c’è');
    expect(writes(calls)).toHaveLength(2);
  });

  it('ciò che vi si è corretto resta sul dispositivo: riaperta la giornata si riprende con un tocco, mandato non resta', async () => {
    const calls = portal({ earlier: [LINE, { ...LINE, id: 32, operatore: 'Conti' }] });
    const first = open(`${ROUTE}?id=8`);
    await first.user.click(await screen.findByRole('button', { name: 'Copia e adatta' }));
    const before = screen.getAllByLabelText<HTMLInputElement>('Quantità, JET GROUTING, Pila 3');
    await first.user.clear(before[0]!);
    await first.user.type(before[0]!, '10');
    await first.user.click(screen.getAllByRole('checkbox', { name: 'Copia JET GROUTING, Pila 3' })[1]!);
    first.unmount();
    const { user } = open(`${ROUTE}?id=8`);
    await user.click(await screen.findByRole('button', { name: 'Riprendi' }));
    await screen.findByRole('dialog', { name: 'Copia e adatta' });
    screen.getByText(/^Le righe del 2026-11-19/);
    expect(screen.getAllByLabelText<HTMLInputElement>('Quantità, JET GROUTING, Pila 3')[0]!.value).toBe('10,00');
    await user.click(screen.getByRole('button', { name: 'AGGIUNGI 1 RIGA' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([{ method: 'POST', body: { produzione: { quantita: 10, operatore: 'Hoxha' } } }]),
    );
    await screen.findByText('1 riga');
    expect(kept()).toEqual([]);
  });

  it('la riga rimasta senza risposta si ritrova anche se le altre sono scritte, e rimandata è lo stesso comando', async () => {
    const earlier = [LINE, { ...LINE, id: 32, operatore: 'Conti' }];
    const lines: object[] = [];
    let silent = true;
    const calls = portal({
      earlier,
      lines,
      written: ({ body }) => {
        const { produzione: line } = body as { produzione: { operatore: string } };
        if (line.operatore === 'Conti' && silent) return { status: 503 };
        lines.push({ ...LINE, id: 50 + lines.length, id_intestazione: 8, operatore: line.operatore });
        return undefined;
      },
    });
    const first = open(`${ROUTE}?id=8`);
    await first.user.click(await screen.findByRole('button', { name: 'Copia e adatta' }));
    await first.user.click(await screen.findByRole('button', { name: 'AGGIUNGI 2 RIGHE' }));
    await screen.findByRole('button', { name: 'AGGIUNGI 1 RIGA' });
    await screen.findByText("Errore durante l'aggionamento");
    first.unmount();
    silent = false;
    const { user } = open(`${ROUTE}?id=8`);
    await user.click(await screen.findByRole('button', { name: 'Riprendi' }));
    await user.click(await screen.findByRole('button', { name: 'AGGIUNGI 1 RIGA' }));
    await waitFor(() => expect(lines).toHaveLength(2));
    const keys = writes(calls)
      .filter(({ path }) => path === '/api/produzione')
      .map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(keys[2]).toBe(keys[1]);
  });

  it('chiudendo ciò che si è corretto non si perde senza una domanda; detto di sì non torna', async () => {
    portal({ earlier: [LINE] });
    const { user } = open(`${ROUTE}?id=8`);
    await user.click(await screen.findByRole('button', { name: 'Copia e adatta' }));
    await user.type(screen.getByLabelText('Quantità, JET GROUTING, Pila 3'), '5');
    await user.click(screen.getByRole('button', { name: 'ANNULLA' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'CHIUDI' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(kept()).toEqual([]);
    expect(screen.queryByText(/Hai delle modifiche non salvate/)).toBeNull();
  });

  it('chi non può scrivere la giornata la guarda soltanto', async () => {
    signIn({ allowInsert: 0, allowEdit: 0, allowDelete: 0 });
    portal({ earlier: [LINE] });
    open(`${ROUTE}?id=8`);
    await screen.findByText('Per questa giornata non è scritto nulla.');
    expect(screen.queryByRole('button', { name: 'AGGIUNGI' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copia e adatta' })).toBeNull();
  });
});
