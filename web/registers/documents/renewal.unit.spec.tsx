// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaveNothing, signIn } from '#web/portal.testing.tsx';
import type { RenewalProps } from './FormDocuments.tsx';
import { FULL, open } from './form-documents.testing.tsx';

function Renewal({ file, mayRenew, onClose }: RenewalProps) {
  return (
    <div role="dialog" aria-label={`${file.label}, ${mayRenew ? 'si rinnova' : 'si legge'}`}>
      <button onClick={onClose}>Chiudi il rinnovo</button>
    </div>
  );
}
const button = () => screen.findByRole('button', { name: /^Rinnovo e validità/ });

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('il rinnovo che una scheda dà ai suoi documenti', () => {
  it('si apre dal documento e si chiude', async () => {
    const { user } = await open({ row: FULL, renewal: Renewal });
    await user.click(await button());
    expect(screen.getByRole('dialog', { name: /si rinnova$/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Chiudi il rinnovo' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('si legge soltanto senza il diritto di caricare', async () => {
    const rights = { upload: false, rinomina: false, remove: false, scadenza: false };
    const { user } = await open({ row: FULL, renewal: Renewal, rights });
    await user.click(await button());
    expect(screen.getByRole('dialog', { name: /si legge$/ })).toBeTruthy();
  });

  it('non c’è dove la scheda non ne dà uno', async () => {
    await open({ row: FULL });
    expect(screen.queryByRole('button', { name: /^Rinnovo e validità/ })).toBeNull();
  });
});
