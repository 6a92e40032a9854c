// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineRegister } from '#contracts/core/define-register.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes } from '#web/portal.testing.tsx';
import { RegisterDetail } from '../form/RegisterDetail.tsx';

/** A register with one field of each kind that a person types in. */
const PROVA = defineRegister({
  ...meccanici,
  path: 'prova',
  bodyKey: 'prova',
  derive: undefined,
  fields: {
    descrizione: { kind: 'text', label: 'Descrizione', max: 100, required: true },
    quota: { kind: 'number', label: 'Quota', decimals: 2, unit: 'm' },
    anno: { kind: 'number', label: 'Anno', decimals: 0, min: 1900, year: true },
    prezzo: { kind: 'money', label: 'Prezzo', decimals: 4 },
    giorno: { kind: 'date', label: 'Giorno' },
    provincia: {
      kind: 'choice',
      label: 'Provincia',
      options: [
        { value: 'CN', label: 'Cuneo' },
        { value: 'TO', label: 'Torino' },
      ],
    },
    fermo: { kind: 'flag', label: 'Fermo' },
    nota: { kind: 'note', label: 'Nota', max: 500 },
  },
  list: { ...meccanici.list, columns: ['descrizione'], search: ['descrizione'] },
  form: {
    title: 'Prova',
    sections: [{ rows: [['descrizione', 'quota'], ['anno', 'prezzo', 'giorno'], ['provincia', 'fermo'], ['nota']] }],
  },
} as never);
const RECORD = {
  id: 3,
  descrizione: 'Pila',
  quota: 1234.5,
  anno: 2026,
  prezzo: 86.1234,
  giorno: '2026-11-21',
  provincia: 'CN',
  fermo: 0,
  nota: 'ok',
  utente: 'anna',
  versione: 4,
};

const open = () => {
  const calls = fakePortal(({ method }) =>
    method === 'GET' ? { body: { data: [RECORD], totale: 1 } } : { body: { message: { insertId: 3, versione: 5 } } },
  );
  return { calls, ...renderAt('/home/prova/dettaglio?id=3', <RegisterDetail def={PROVA} />) };
};
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}\\s*\\*?$`));
const type = async (user: ReturnType<typeof open>['user'], label: string, text: string) => {
  await user.clear(await field(label));
  await user.type(await field(label), text);
  await user.tab();
};
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'SALVA' });
const errorOf = async (label: string) => {
  const input = await field(label);
  return {
    invalid: input.getAttribute('aria-invalid'),
    text: document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? null,
  };
};

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('ogni campo', () => {
  it('mostra il valore come si legge in Italia, e l’obbligatorio è segnato', async () => {
    open();
    expect((await field('Quota')).value).toBe('1.234,5');
    expect((await field('Anno')).value).toBe('2026');
    expect((await field('Prezzo')).value).toBe('86,1234');
    expect((await field('Giorno')).value).toBe('2026-11-21');
    expect((await field('Nota')).value).toBe('ok');
    expect((await field('Descrizione')).required || (await field('Descrizione')).getAttribute('aria-required') === 'true').toBe(true);
    expect((await field('Quota')).required || (await field('Quota')).getAttribute('aria-required') === 'true').toBe(false);
    screen.getByText('*');
  });

  it('scritto cambia quel campo solo, del tipo che il registro vuole', async () => {
    const { user, calls } = open();
    await type(user, 'Quota', '1.234,75');
    await type(user, 'Anno', '2027');
    await type(user, 'Prezzo', '1.086,5');
    await type(user, 'Giorno', '5/12/2026');
    await user.clear(await field('Nota'));
    await user.click(await field('Fermo'));
    await user.click(save());
    await screen.findByText('Modifica effettuata');
    expect(writes(calls)).toMatchObject([{ version: '"4"' }]);
    expect(writes(calls)[0]!.body).toEqual({
      prova: { id: 3, quota: 1234.75, anno: 2027, prezzo: 1086.5, giorno: '2026-12-05', nota: null, fermo: 1 },
    });
  });

  it('riscritto com’era non è una modifica, comunque lo si scriva', async () => {
    const { user } = open();
    await type(user, 'Quota', '1234,50');
    await type(user, 'Giorno', '21/11/2026');
    await type(user, 'Descrizione', 'Pila');
    expect(save().disabled).toBe(true);
  });
});

describe('ciò che non si può leggere', () => {
  it.each([
    ['Quota', '12a', 'Serve un numero, al massimo con 2 decimali'],
    ['Quota', '1,234', 'Serve un numero, al massimo con 2 decimali'],
    ['Anno', '2026,5', 'Serve un numero intero'],
    ['Giorno', '31/02/2026', 'Il giorno 2026-02-31 non esiste'],
    ['Giorno', 'domani', 'Serve una data AAAA-MM-GG'],
  ])('%s: %s lo dice sotto il suo campo, resta scritto e non si salva', async (label, text, message) => {
    const { user, calls } = open();
    await type(user, label, text);
    expect(await errorOf(label)).toEqual({ invalid: 'true', text: message });
    expect((await field(label)).value).toBe(text);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    await type(user, 'Nota', 'altro');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(async () => expect(document.activeElement).toBe(await field(label)));
    expect(writes(calls)).toEqual([]);
  });

  it('corretto non lo dice più, e si salva', async () => {
    const { user, calls } = open();
    await type(user, 'Quota', '12a');
    await type(user, 'Quota', '12,5');
    expect((await errorOf('Quota')).invalid).not.toBe('true');
    await user.click(save());
    await waitFor(() => expect(writes(calls)).toMatchObject([{ body: { prova: { id: 3, quota: 12.5 } } }]));
  });
});

describe('più campi sbagliati', () => {
  it('ciascuno lo dice al suo posto, e il cursore va nel primo della scheda', async () => {
    const { user, calls } = open();
    await type(user, 'Anno', '12');
    await type(user, 'Descrizione', ' ');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(async () => expect(document.activeElement).toBe(await field('Descrizione')));
    expect((await errorOf('Descrizione')).text).toBe('Campo obbligatorio');
    expect((await errorOf('Anno')).invalid).toBe('true');
    expect((await errorOf('Quota')).invalid).not.toBe('true');
    expect(writes(calls)).toEqual([]);
  });
});
