// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';

const open = () => {
  fakePortal(() => ({ body: { data: [], totale: 0 } }));
  return renderAt('/home/cantieri/dettaglio-cantiere', <RegisterDetail def={cantieri} />).user;
};

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('i campi di un cantiere', () => {
  it('la commessa si ferma a quattro caratteri; un testo lungo non si taglia', async () => {
    const user = open();
    const commessa = await screen.findByLabelText<HTMLInputElement>(/^Commessa/);
    await user.type(commessa, '041234');
    expect(commessa.value).toBe('0412');
    expect(screen.getByLabelText<HTMLInputElement>('Committente').maxLength).toBe(-1);
  });

  it('si sceglie fra tutte le 107 province', async () => {
    const user = open();
    await user.click(await screen.findByLabelText('Provincia'));
    expect(await screen.findAllByRole('option')).toHaveLength(107);
    expect(screen.queryByText(/scrivi per restringere/)).toBeNull();
  });

  it('il referente ha tutta la riga: il suo telefono si legge intero', async () => {
    open();
    expect((await screen.findByLabelText('Referente')).closest('.col-span-full')).not.toBeNull();
  });

  it('date e colore sono larghi come i vicini, le cifre no', async () => {
    open();
    for (const label of ['Data inizio', 'Colore'])
      expect((await screen.findByLabelText(label)).closest('[class*="max-w-[220px]"]'), label).toBeNull();
  });
});
