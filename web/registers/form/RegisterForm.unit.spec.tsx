// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import { accise } from '#contracts/registers/accise.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { RegisterDetail } from './RegisterDetail.tsx';

const ADDRESS = '/home/meccanici/dettaglio-meccanici';
const ROSSI = { id: 3, descrizione: 'Rossi', utente: 'anna', versione: 4 };

/** Fakes a portal with one mechanic; `written` answers the writes. */
const portal = (written: (call: Call) => Answer | Promise<Answer>, row: () => object = () => ROSSI) =>
  fakePortal((call) => {
    if (call.method !== 'GET') return written(call);
    return call.path === '/api/meccanici' ? { body: { data: [row()], totale: 1 } } : { body: { data: [] } };
  });
const done = (version: number): Answer => ({ body: { message: { insertId: 3, versione: version } } });

const open = (address = `${ADDRESS}?id=3`) => renderAt(address, <RegisterDetail def={meccanici} />);
const field = () => screen.findByLabelText(/^Descrizione/);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'SALVA' });

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('SALVA', () => {
  it('manda i soli campi cambiati, con la versione letta', async () => {
    const calls = portal(() => done(5));
    const { user } = open();
    await user.type(await field(), ' Anna');
    await user.click(save());
    await screen.findByText('Modifica effettuata');
    expect(writes(calls)).toMatchObject([
      { method: 'PUT', path: '/api/meccanici', version: '"4"', body: { meccanici: { id: 3, descrizione: 'Rossi Anna' } } },
    ]);
    await waitFor(() => expect(save().disabled).toBe(true));
  });

  it('si annulla dal messaggio, sulla versione appena scritta', async () => {
    const stored = { ...ROSSI };
    const calls = portal(
      ({ body }) => {
        Object.assign(stored, (body as { meccanici: object }).meccanici, { versione: stored.versione + 1 });
        return done(stored.versione);
      },
      () => stored,
    );
    const { user } = open();
    await user.type(await field(), ' Anna');
    await user.click(save());
    await screen.findByText('Modifica effettuata');
    await user.click(screen.getByRole('button', { name: 'ANNULLA' }));
    await screen.findByText('Modifica annullata');
    expect(writes(calls)[1]).toMatchObject({ version: '"5"', body: { meccanici: { id: 3, descrizione: 'Rossi' } } });
    await waitFor(async () => expect(await field()).toHaveProperty('value', 'Rossi'));
    expect(screen.queryByRole('button', { name: 'ANNULLA' })).toBeNull();
  });

  it('se intanto un altro ha salvato non si annulla, e il motivo si legge', async () => {
    const answers: Answer[] = [done(5), { status: 409, body: { status: 409, message: 'Un altro ha salvato' } }];
    portal(() => answers.shift() ?? done(9));
    const { user } = open();
    await user.type(await field(), ' Anna');
    await user.click(save());
    await screen.findByText('Modifica effettuata');
    await user.click(screen.getByRole('button', { name: 'ANNULLA' }));
    await screen.findByText('Modifica non annullata');
    expect(screen.getByText('Un altro ha salvato')).toBeTruthy();
  });

  it('ripetuto perché non è venuta risposta porta la stessa chiave; il salvataggio dopo ne ha un’altra', async () => {
    const answers: Answer[] = [{ status: 503 }, done(5), done(6)];
    const calls = portal(() => answers.shift() ?? done(9));
    const { user } = open();
    await user.type(await field(), '1');
    await user.click(save());
    await screen.findByText('Errore nel salvataggio');
    expect(await field()).toHaveProperty('value', 'Rossi1');
    await user.click(save());
    await screen.findByText('Modifica effettuata');
    await user.type(await field(), '2');
    await user.click(save());
    await waitFor(() => expect(writes(calls)).toHaveLength(3));
    const [first, again, next] = writes(calls).map(({ key }) => key);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });

  it('cambiato il testo dopo un tentativo fallito, è un tentativo nuovo', async () => {
    const answers: Answer[] = [{ status: 503 }, done(5)];
    const calls = portal(() => answers.shift() ?? done(9));
    const { user } = open();
    await user.type(await field(), '1');
    await user.click(save());
    await screen.findByText('Errore nel salvataggio');
    await user.type(await field(), '2');
    await user.click(save());
    await screen.findByText('Modifica effettuata');
    const [first, second] = writes(calls);
    expect(second?.body).toEqual({ meccanici: { id: 3, descrizione: 'Rossi12' } });
    expect(second?.key).not.toBe(first?.key);
  });

  it('un modulo non valido non si salva, nemmeno con Ctrl+S: il campo dice perché e riceve il cursore', async () => {
    const calls = portal(() => done(5));
    const { user } = open();
    await user.clear(await field());
    expect(save().disabled).toBe(true);
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Campo obbligatorio');
    const wrong = await field();
    await waitFor(() => expect(document.activeElement).toBe(wrong));
    expect(writes(calls)).toEqual([]);
  });

  it('un campo obbligatorio che nessuno ha toccato ferma il salvataggio degli altri', async () => {
    const calls = portal(() => done(5));
    const { user } = renderAt('/home/cantieri/dettaglio-cantiere', <RegisterDetail def={cantieri} />);
    await user.type(await screen.findByLabelText(/^Committente/), 'Anas');
    expect(save().disabled).toBe(true);
    await user.keyboard('{Control>}s{/Control}');
    const commessa = screen.getByLabelText(/^Commessa/);
    await waitFor(() => expect(document.activeElement).toBe(commessa));
    expect(commessa.getAttribute('aria-invalid')).toBe('true');
    expect(writes(calls)).toEqual([]);
  });

  it('senza modifiche non manda nulla', async () => {
    const calls = portal(() => done(5));
    const { user } = open();
    await field();
    await user.keyboard('{Control>}s{/Control}');
    await user.type(await field(), 'x{Backspace}');
    expect(save().disabled).toBe(true);
    await user.keyboard('{Enter}');
    await new Promise((resume) => {
      requestAnimationFrame(resume);
    });
    expect(writes(calls)).toEqual([]);
  });

  it('premuto due volte salva una volta sola', async () => {
    const answer = Promise.withResolvers<Answer>();
    const calls = portal(() => answer.promise);
    const { user } = open();
    await user.type(await field(), '1');
    await user.keyboard('{Control>}ss{/Control}');
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    await user.keyboard('{Control>}s{/Control}');
    answer.resolve(done(5));
    await screen.findByText('Modifica effettuata');
    expect(writes(calls)).toHaveLength(1);
  });

  it('ciò che si scrive mentre il salvataggio è in viaggio resta, da salvare', async () => {
    const answer = Promise.withResolvers<Answer>();
    const calls = portal((call) => (call.version === '"4"' ? answer.promise : done(6)));
    const { user } = open();
    await user.type(await field(), '1');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    await user.type(await field(), '2');
    answer.resolve(done(5));
    await screen.findByText('Modifica effettuata');
    expect(await field()).toHaveProperty('value', 'Rossi12');
    await waitFor(() => expect(save().disabled).toBe(false));
    await user.click(save());
    await waitFor(() => expect(writes(calls)).toHaveLength(2));
    expect(writes(calls)[1]).toMatchObject({ version: '"5"', body: { meccanici: { descrizione: 'Rossi12' } } });
  });

  it('ciò che il portale rifiuta di un campo sta sotto quel campo, finché non si corregge', async () => {
    portal(() => ({
      status: 400,
      body: { message: 'I dati inviati non sono validi.', errors: [{ campo: 'meccanici.descrizione', messaggio: 'Già in uso' }] },
    }));
    const { user } = open();
    await user.type(await field(), '1');
    await user.click(save());
    await screen.findByText('Già in uso');
    await user.type(await field(), '2');
    expect(screen.queryByText('Già in uso')).toBeNull();
  });
});

describe('un’altra persona ha eliminato ciò che si modifica', () => {
  const GONE: Answer = { status: 404, body: { message: 'Il record non esiste.' } };
  const DELETED = {
    tabella: 'meccanici',
    id: '3',
    versione: 6,
    tipo: 'eliminato',
    evento: 'MeccanicoEliminato.v1',
    utente: 'bruno',
    nome: 'Bruno Verdi',
    quando: '2026-11-21T10:00:00Z',
    campi: [],
    frase: 'ha eliminato',
    motivo: null,
  };
  const deletedPortal = () => {
    let there = true;
    const calls = fakePortal(({ method, path, version }) => {
      if (method === 'PUT') {
        const known = version === '"7"';
        there = known;
        return known ? done(8) : GONE;
      }
      if (method === 'POST') {
        there = true;
        return { body: { message: { affectedRows: 1, versione: 7 } } };
      }
      if (path === '/api/storico') return { body: { data: [DELETED] } };
      if (path !== '/api/meccanici') return { body: { data: [] } };
      return there ? { body: { data: [{ ...ROSSI, versione: calls.some((call) => call.method === 'POST') ? 7 : 4 }], totale: 1 } } : GONE;
    });
    return calls;
  };

  it('si dice chi e quando; ripristinato il record, ciò che era scritto si salva', async () => {
    const calls = deletedPortal();
    const { user } = open();
    await user.type(await field(), '!');
    await user.click(save());
    const dialog = await screen.findByRole('alertdialog');
    within(dialog).getByText('bruno (Bruno Verdi) ha eliminato Rossi il 2026-11-21 alle 11:00, mentre modificavi.');
    await user.click(within(dialog).getByRole('button', { name: 'RIPRISTINA' }));
    await screen.findByText('Record ripristinato');
    expect(writes(calls)[1]).toMatchObject({ path: '/api/storico/ripristina', body: { tabella: 'meccanici', id: '3', versione: 5 } });
    expect(await field()).toHaveProperty('value', 'Rossi!');
    await user.click(save());
    await waitFor(() =>
      expect(writes(calls)[2]).toMatchObject({ method: 'PUT', version: '"7"', body: { meccanici: { id: 3, descrizione: 'Rossi!' } } }),
    );
  });

  it('chi non può ripristinare lo sa lo stesso, e ciò che ha scritto resta anche quando il record si rilegge', async () => {
    signIn({ allowDelete: 0 });
    let there = true;
    const calls = fakePortal(({ method, path }) => {
      if (method === 'PUT') {
        there = false;
        return GONE;
      }
      if (path === '/api/storico') return { body: { data: [{ ...DELETED, tabella: 'accise' }] } };
      if (path !== '/api/accise') return { body: { data: [] } };
      return there ? { body: { data: [{ id: 3, ore: 5, utente: 'anna', versione: 4 }], totale: 1 } } : GONE;
    });
    const { user, client } = renderAt(
      '/home/accise/3',
      <Route path="/home/accise/:id">
        <RegisterDetail def={accise} />
      </Route>,
    );
    await user.clear(await screen.findByLabelText(/^Ore/));
    await user.type(screen.getByLabelText(/^Ore/), '57');
    await user.click(save());
    await screen.findByText(/^bruno \(Bruno Verdi\) ha eliminato/);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await client.refetchQueries();
    await waitFor(() => expect(screen.getByLabelText(/^Ore/)).toHaveProperty('value', '57'));
    expect(writes(calls)).toHaveLength(1);
  });
});

describe('un record nuovo', () => {
  it('comincia dal suo primo campo', async () => {
    portal(() => done(1));
    open(ADDRESS);
    const first = await field();
    await waitFor(() => expect(document.activeElement).toBe(first));
  });

  it('in cui nessuno ha scritto nulla non si crea', async () => {
    const calls = portal(() => done(1));
    const { user } = renderAt('/home/accise/nuovo', <RegisterDetail def={accise} />);
    await screen.findByLabelText('Minuti');
    await user.keyboard('{Control>}s{/Control}');
    await new Promise((resume) => {
      requestAnimationFrame(() => requestAnimationFrame(resume));
    });
    expect(writes(calls)).toEqual([]);
  });

  it('si crea con i valori non vuoti e prende il suo indirizzo', async () => {
    const calls = portal(() => done(1));
    const { user } = open(ADDRESS);
    await user.type(await field(), 'Verdi');
    await user.click(save());
    await screen.findByText('Inserimento effettuato');
    expect(writes(calls)).toMatchObject([
      { method: 'POST', path: '/api/meccanici', version: null, body: { meccanici: { descrizione: 'Verdi' } } },
    ]);
    expect(location.pathname + location.search).toBe(`${ADDRESS}?id=3`);
  });
});

describe('riletto mentre il modulo è aperto', () => {
  const afresh = () => {
    let row: object = ROSSI;
    const calls = portal(
      () => done(5),
      () => row,
    );
    return {
      calls,
      change: (next: object) => {
        row = next;
      },
    };
  };

  it('ciò che è scritto resta, con la versione su cui lo si è scritto', async () => {
    const { calls, change } = afresh();
    const { user, client } = open();
    await user.type(await field(), '!');
    change({ ...ROSSI, descrizione: 'Bianchi', versione: 7 });
    await client.refetchQueries();
    expect(await field()).toHaveProperty('value', 'Rossi!');
    await user.click(save());
    await waitFor(() => expect(writes(calls)).toMatchObject([{ version: '"4"' }]));
  });

  it('se nulla è scritto mostra il record di adesso', async () => {
    const { change } = afresh();
    const { client } = open();
    await field();
    change({ ...ROSSI, descrizione: 'Bianchi', versione: 7 });
    await client.refetchQueries();
    await screen.findByDisplayValue('Bianchi');
  });
});

describe('un’altra persona ha salvato prima', () => {
  const THEIRS = {
    status: 409,
    body: {
      message: 'Modificato',
      attuale: { ...ROSSI, descrizione: 'Bianchi' },
      versione: 7,
      utente: 'bruno',
      quando: '2026-11-21T10:00:00Z',
    },
  };

  it('scelto il proprio valore, si salva sulla versione dell’altra persona', async () => {
    const calls = portal((call) => (call.version === '"4"' ? THEIRS : done(8)));
    const { user } = open();
    await user.type(await field(), '!');
    await user.click(save());
    const dialog = await screen.findByRole('alertdialog');
    within(dialog).getByText('Bianchi');
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'SALVA' }).disabled).toBe(true);
    await user.click(within(dialog).getByText('Rossi!'));
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    await screen.findByText('Modifica effettuata');
    expect(writes(calls)[1]).toMatchObject({ version: '"7"', body: { meccanici: { id: 3, descrizione: 'Rossi!' } } });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('“Tieni tutti” tiene ciò che ho scritto, e nient’altro: ciò che ha cambiato l’altra persona resta suo', async () => {
    const acc = { id: 3, ore: 5, minuti: 1, cantiere: '0411', utente: 'anna', versione: 4 };
    const calls = fakePortal(({ method, path, version }) => {
      if (method === 'GET') return { body: { data: path === '/api/accise' ? [acc] : [], totale: 1 } };
      return version === '"4"'
        ? {
            status: 409,
            body: { message: 'Modificato', attuale: { ...acc, ore: 9, minuti: 7 }, versione: 7, utente: 'bruno', quando: null },
          }
        : done(8);
    });
    const { user } = renderAt(
      '/home/accise/3',
      <Route path="/home/accise/:id">
        <RegisterDetail def={accise} />
      </Route>,
    );
    const ore = await screen.findByLabelText(/^Ore/);
    await user.clear(ore);
    await user.type(ore, '6');
    await user.click(save());
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getAllByRole('row')).toHaveLength(2);
    within(dialog).getByText(/Ha cambiato anche Minuti/);
    await user.click(within(dialog).getAllByRole('button', { name: /^Tieni tutti/ })[0]!);
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    await waitFor(() => expect(writes(calls)[1]).toMatchObject({ version: '"7"', body: { accise: { id: 3, ore: 6 } } }));
    expect(writes(calls)[1]?.body).not.toHaveProperty('accise.minuti');
  });

  it('tenuto il suo, non c’è nulla da salvare e il modulo è il suo', async () => {
    const calls = portal(() => THEIRS);
    const { user } = open();
    await user.type(await field(), '!');
    await user.click(save());
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByText('Bianchi'));
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await field()).toHaveProperty('value', 'Bianchi');
    expect(writes(calls)).toHaveLength(1);
    await waitFor(() => expect(save().disabled).toBe(true));
  });
});
