// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes } from '#web/portal.testing.tsx';
import { FormContent, FormFieldsPanel } from './FormContent.tsx';
import { FormHead } from './FormHead.tsx';
import { RegisterDetail } from './RegisterDetail.tsx';

const ROSSI = { id: 3, descrizione: 'Rossi', utente: 'bruno', versione: 4 };
const portal = () =>
  fakePortal(({ method }) => (method === 'GET' ? { body: { data: [ROSSI] } } : { body: { message: { insertId: 3, versione: 5 } } }));
const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name);
const save = () => fireEvent.keyDown(document, { key: 's', ctrlKey: true });

beforeEach(() => signIn());
afterEach(leaveNothing);

it('ciò che non si può leggere ferma il salvataggio anche dove non è un campo del registro, e riceve il cursore', async () => {
  const calls = portal();
  const { user } = renderAt(
    '/home/meccanici/dettaglio-meccanici?id=3',
    <RegisterDetail def={meccanici}>
      <FormHead />
      <FormContent>
        <FormFieldsPanel />
        <input aria-label="altro" aria-invalid="true" />
      </FormContent>
    </RegisterDetail>,
  );
  await user.type(await field(/^Descrizione/), '!');
  save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('altro')));
  expect(writes(calls)).toEqual([]);
});

it('salvato, il cursore torna nel campo in cui era', async () => {
  const calls = portal();
  const { user } = renderAt('/home/meccanici/dettaglio-meccanici?id=3', <RegisterDetail def={meccanici} />);
  await user.type(await field(/^Descrizione/), '!');
  save();
  await waitFor(() => expect(writes(calls)).toHaveLength(1));
  expect(document.activeElement).toBe(await field(/^Descrizione/));
});

it('a chi salva senza la chiave lo schermo lo dice, SALVA si può premere per sentirlo e il cursore va lì', async () => {
  const calls = portal();
  const { user } = renderAt(
    '/home/cantieri/dettaglio-cantiere',
    <RegisterDetail def={cantieri} rules={{ keyMissing: 'Inserisci la commessa' }} />,
  );
  const key = await field(/^Commessa/);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'SALVA' });
  expect(button.disabled).toBe(false);
  await user.type(key, '  ');
  await user.click(button);
  await screen.findByText('Inserisci la commessa');
  await waitFor(() => expect(document.activeElement).toBe(key));
  expect(writes(calls)).toEqual([]);
  await user.clear(key);
  await user.type(key, '0412');
  await user.click(button);
  await waitFor(() => expect(writes(calls)).toMatchObject([{ method: 'POST', body: { cantiere: { commessa: '0412' } } }]));
});

it('premuto SALVA, anche i campi non toccati dicono che cosa manca', async () => {
  const calls = portal();
  const { user } = renderAt('/home/tipi-documento/dettaglio-tipi-documento', <RegisterDetail def={tipiDocumento} />);
  await user.type(await field(/^Nome/), 'Patente');
  expect((await field(/^Codice/)).getAttribute('aria-invalid')).not.toBe('true');
  save();
  await waitFor(async () => expect((await field(/^Codice/)).getAttribute('aria-invalid')).toBe('true'));
  expect(writes(calls)).toEqual([]);
});
