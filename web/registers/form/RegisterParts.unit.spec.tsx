// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accise } from '#contracts/registers/accise.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { Route } from 'wouter';
import { catalogue } from '#web/catalogue.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { useInlineCreation, type InlineCreation } from '../fields/create-context.ts';
import { useFormActions, useOpenFields, type OpenFields } from './form-context.ts';
import { FormContent } from './FormContent.tsx';
import { RegisterDetail } from './RegisterDetail.tsx';
import { type SideRecord } from './side-records.ts';
import { useSideRecord } from './use-side-record.ts';

const ROSSI = { id: 3, descrizione: 'Rossi', utente: 'bruno', versione: 4 };
const ACCISA = { id: 3, data: '2026-11-21', matricola: 'A1', ore: 5, utente: 'anna', versione: 4 };
const EVENTS = [
  {
    tabella: 'meccanici',
    id: '3',
    versione: 4,
    evento: 'e4',
    tipo: 'modificato',
    frase: 'ha modificato 1 campo',
    quando: '2026-11-20T10:00:00Z',
    utente: 'bruno',
    nome: 'Bruno',
    motivo: null,
    campi: [],
  },
  {
    tabella: 'meccanici',
    id: '3',
    versione: 2,
    evento: 'e2',
    tipo: 'creato',
    frase: 'ha registrato',
    quando: '2026-11-19T10:00:00Z',
    utente: 'bruno',
    nome: 'Bruno',
    motivo: null,
    campi: [],
  },
];
const portal = (written: (call: Call) => Answer = () => ({ body: { message: { insertId: 3, versione: 9 } } })) =>
  fakePortal((call) => {
    if (call.method !== 'GET') return written(call);
    switch (call.path) {
      case '/api/meccanici':
        return { body: { data: [ROSSI], totale: 1 } };
      case '/api/accise':
        return { body: { data: [ACCISA], totale: 1 } };
      case '/api/storico':
        return { body: { data: EVENTS } };
      case '/api/storico/stato':
        return { body: { data: [{ ...ROSSI, descrizione: 'Rosso', versione: 2 }] } };
      case '/api/riferimenti':
        return { body: { data: { totale: 2, per: [{ tabella: 'manutenzioni', etichetta: 'Manutenzioni', quanti: 2 }] } } };
      default:
        return { body: { data: [], totale: 0 } };
    }
  });
const meccanico = (search = '?id=3', ui = <RegisterDetail def={meccanici} />) =>
  renderAt(`/home/meccanici/dettaglio-meccanici${search}`, ui);
const descrizione = () => screen.findByLabelText(/^Descrizione/);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('ELIMINA', () => {
  it('dice chi lo usa; solo chi conferma elimina, sulla versione letta, e torna all’elenco', async () => {
    const calls = portal();
    const { user } = meccanico();
    await descrizione();
    for (const answer of ['ANNULLA', 'ELIMINA']) {
      await user.click(button('ELIMINA'));
      const dialog = await screen.findByRole('alertdialog');
      within(dialog).getByText('Sei sicuro di voler cancellare il meccanico?');
      within(dialog).getByText(/Lo usano 2 manutenzioni, che restano\./);
      expect(writes(calls)).toEqual([]);
      await user.click(within(dialog).getByRole('button', { name: answer }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    }
    await screen.findByText('Meccanico eliminato con successo');
    expect(writes(calls)).toMatchObject([{ method: 'DELETE', version: '"4"', body: { id: 3 } }]);
    await waitFor(() => expect(location.pathname).toBe('/home/meccanici'));
  });

  it('rifiutato lo dice e resta dov’è', async () => {
    portal(() => ({ status: 409, body: { message: 'In uso' } }));
    const { user } = meccanico();
    await descrizione();
    await user.click(button('ELIMINA'));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ELIMINA' }));
    await screen.findByText("Errore durante l'eliminazione");
    expect(location.search).toBe('?id=3');
  });
});

describe('dopo il salvataggio', () => {
  const accisa = () =>
    renderAt(
      '/home/accise/3',
      <Route path="/home/accise/:id">
        <RegisterDetail def={accise} />
      </Route>,
    );

  it('la scheda che lo prevede si lascia per l’elenco, com’era', async () => {
    portal();
    sessionStorage.setItem('strato.elenco./home/accise', '?cerca=A1');
    const { user } = accisa();
    await user.type(await screen.findByLabelText('Minuti'), '7');
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Accisa salvata con successo');
    expect(location.pathname).toBe('/home/accise/3');
    await waitFor(() => expect(location.pathname + location.search).toBe('/home/accise?cerca=A1'));
  });

  it('chi intanto è andato altrove non viene riportato indietro', async () => {
    portal();
    const { user } = accisa();
    await user.type(await screen.findByLabelText('Minuti'), '7');
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Accisa salvata con successo');
    history.pushState(null, '', '/home/noleggi');
    await expect(waitFor(() => expect(location.pathname).toBe('/home/accise'), { timeout: 1300 })).rejects.toThrow();
  });
});

describe('STORICO', () => {
  it('“Vedi com’era” mostra i valori di allora e nasconde SALVA; Torna a oggi ritrova ciò che era scritto', async () => {
    portal();
    const { user } = meccanico();
    await user.type(await descrizione(), '!');
    await user.click(button('STORICO'));
    await user.click((await screen.findAllByRole('button', { name: /^Vedi com'era/ }))[1]!);
    await screen.findByDisplayValue('Rosso');
    expect(screen.getByDisplayValue('Rosso')).toHaveProperty('readOnly', true);
    expect(screen.queryByRole('button', { name: 'SALVA' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'ELIMINA' })).toBeNull();
    await user.click(screen.getByText('Torna a oggi'));
    expect(await descrizione()).toHaveProperty('value', 'Rossi!');
    expect(button('SALVA').disabled).toBe(false);
  });

  it('chiuso mentre si guarda una versione di prima, riporta a oggi', async () => {
    portal();
    const { user } = meccanico('?id=3&storico=1');
    await user.click((await screen.findAllByRole('button', { name: /^Vedi com'era/ }))[0]!);
    await screen.findByDisplayValue('Rosso');
    await user.click(button('Chiudi STORICO'));
    await waitFor(() => expect(screen.queryByDisplayValue('Rosso')).toBeNull());
  });

  it('Ripristina chiede, poi porta la versione scelta', async () => {
    const calls = portal(() => ({ body: { message: { affectedRows: 1 } } }));
    const { user } = meccanico('?id=3&storico=1');
    await user.click(await screen.findByRole('button', { name: /^Ripristina/ }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'RIPRISTINA' }));
    await screen.findByText('Modifica effettuata');
    expect(writes(calls)).toMatchObject([{ path: '/api/storico/ripristina', body: { tabella: 'meccanici', id: '3', versione: 2 } }]);
  });
});

describe('chi non può modificare', () => {
  it('legge perché, e non ha SALVA né campi aperti', async () => {
    const calls = portal();
    signIn({ allowEdit: 0, allowDelete: 0 });
    const { user } = meccanico();
    expect(await descrizione()).toHaveProperty('disabled', true);
    screen.getByText(/^Sola lettura/);
    expect(screen.queryByRole('button', { name: 'SALVA' })).toBeNull();
    await user.keyboard('{Control>}s{/Control}');
    expect(writes(calls)).toEqual([]);
  });
});

describe('creare da un selettore', () => {
  let open: OpenFields;
  let create: InlineCreation['create'];
  const show = (form: OpenFields, creation: InlineCreation) => {
    open = form;
    create = creation.create;
  };
  const Probe = () => (
    <FormContent>
      <Inner />
    </FormContent>
  );
  function Inner() {
    const form = useOpenFields();
    const creation = useInlineCreation();
    useEffect(() => show(form, creation));
    return <p>{`matricola: ${form.form.values['matricola']}, ore: ${form.form.values['ore']}`}</p>;
  }

  it('un registro piccolo si crea in una finestrella, e il campo lo riceve', async () => {
    const calls = portal();
    const oneField = { ...meccanici, form: { ...meccanici.form, sections: [{ rows: [['descrizione']] }] } };
    const { user } = renderAt(
      '/home/accise/3',
      <Route path="/home/accise/:id">
        <RegisterDetail def={accise}>
          <Probe />
        </RegisterDetail>
      </Route>,
      { ...catalogue, register: (path) => (path === meccanici.path ? oneField : catalogue.register(path)) },
    );
    await screen.findByText('matricola: A1, ore: 5');
    act(() => create('matricola', { register: 'meccanici', value: 'descrizione' }, 'Verdi'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText(/^Descrizione/)).toHaveProperty('value', 'Verdi');
    await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    await screen.findByText('matricola: Verdi, ore: 5');
    expect(writes(calls)).toMatchObject([{ method: 'POST', path: '/api/meccanici', body: { meccanici: { descrizione: 'Verdi' } } }]);
    expect(location.pathname).toBe('/home/accise/3');
  });

  it('un campo che tiene il numero della voce riceve quello, non il suo testo', async () => {
    portal((call) => ({ body: { message: { insertId: call.method === 'POST' ? 41 : 3, versione: 1 } } }));
    const { user } = renderAt(
      '/home/accise/3',
      <Route path="/home/accise/:id">
        <RegisterDetail def={accise}>
          <Probe />
        </RegisterDetail>
      </Route>,
    );
    await screen.findByText('matricola: A1, ore: 5');
    act(() => create('ore', { register: 'mansioni', value: 'id' }, 'Gruista'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'SALVA' }));
    await screen.findByText('matricola: A1, ore: 41');
    expect(open.form.values['ore']).toBe(41);
  });

  it('uno grande si crea nella sua scheda: ciò che era scritto aspetta, e torna con il valore nuovo', async () => {
    const calls = portal((call) => ({ body: { message: { insertId: call.path === '/api/macchinari' ? 'B2' : 3, versione: 1 } } }));
    const { user } = renderAt(
      '/home/accise/3',
      <>
        <Route path="/home/accise/:id">
          <RegisterDetail def={accise}>
            <Probe />
          </RegisterDetail>
        </Route>
        <Route path="/home/macchinari/:id">
          <RegisterDetail def={macchinari} />
        </Route>
      </>,
    );
    await screen.findByText('matricola: A1, ore: 5');
    act(() => open.form.set('ore', 8));
    act(() => create('matricola', { register: 'macchinari', value: 'matricola' }, 'B2'));
    await waitFor(() => expect(location.pathname).toBe('/home/macchinari/nuovo'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    const [matricola] = await screen.findAllByLabelText(/^Matricola\s*\*?$/);
    expect(matricola).toHaveProperty('value', 'B2');
    await user.type((await screen.findAllByLabelText(/^Marca/))[0]!, 'B');
    await user.click(button('SALVA'));
    await screen.findByText('matricola: B2, ore: 8');
    expect(location.pathname).toBe('/home/accise/3');
    expect(writes(calls)).toMatchObject([{ method: 'POST', path: '/api/macchinari' }]);
    expect(open.form.dirty.toSorted()).toEqual(['matricola', 'ore']);
  });
});

describe('ciò che si salva accanto al record', () => {
  const saved: string[] = [];
  function Side({ name, record }: { name: string; record: SideRecord }) {
    useSideRecord(name, record);
    return null;
  }
  const record = (over: Partial<SideRecord> = {}): SideRecord => ({
    dirty: 1,
    saving: false,
    save: async (key) => {
      saved.push(key);
      return true;
    },
    ...over,
  });
  const withSide = (over: Partial<SideRecord>) =>
    meccanico(
      '?id=3',
      <RegisterDetail def={meccanici}>
        <Head />
        <Side name="uno" record={record(over)} />
      </RegisterDetail>,
    );
  function Head() {
    const { ready, dirty, submit, saving } = useFormActions();
    return <button type="button" disabled={!ready} aria-busy={saving} onClick={() => void submit()}>{`SALVA ${dirty}`}</button>;
  }
  beforeEach(() => {
    saved.length = 0;
  });

  it('apre SALVA da solo, e si scrive con la chiave del record senza riscrivere il record', async () => {
    const calls = portal();
    const { user } = withSide({});
    const save = await screen.findByRole('button', { name: 'SALVA 1' });
    await user.click(save);
    await waitFor(() => expect(saved).toEqual(['3']));
    expect(writes(calls)).toEqual([]);
  });

  it('con un tasto suo non apre SALVA', async () => {
    portal();
    withSide({ apart: true });
    expect(await screen.findByRole('button', { name: 'SALVA 0' })).toHaveProperty('disabled', true);
  });

  it('sbagliato ferma tutto', async () => {
    portal();
    const { user } = withSide({ firstWrong: () => 'nota' });
    await user.click(await screen.findByRole('button', { name: 'SALVA 1' }));
    await new Promise((resume) => {
      requestAnimationFrame(() => requestAnimationFrame(resume));
    });
    expect(saved).toEqual([]);
  });
});
