// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Motivo, Verdict } from '#contracts/modules/scadenze/fitness.ts';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { FitnessLine } from './FitnessLine.tsx';

const motivo = (stato: Motivo['stato'], tipo: string, tipo_nome: string, tipi = tipo): Motivo => ({
  soggetto: 'lavoratore',
  id: '110',
  tipo,
  tipi,
  tipo_nome,
  stato,
  scadenza: stato === 'assente' ? null : '2026-01-01',
  blocca: 1,
});

function open(verdict: Verdict | null, { mayRenew = true, praises = true } = {}) {
  fakePortal(() => ({ body: { data: verdict ? [verdict] : [] } }));
  renderAt('/', <FitnessLine request={{ lavoratore: '110' }} subjectName="Rossi Ugo 110" mayRenew={mayRenew} praises={praises} />);
}

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('la prima riga della pagina di un codice QR', () => {
  it('dice che cosa manca o è scaduto, e lo rinnova chi può', async () => {
    open({ esito: 'no', motivi: [motivo('assente', 'unilav', 'Unilav'), motivo('scaduto', 'idoneita', 'Idoneità')] });
    const line = await screen.findByRole('region', { name: 'Idoneità oggi' });
    within(line).getByRole('heading', { name: 'Non idoneo: manca Unilav; scaduto: Idoneità' });
    expect(within(line).getAllByRole('button', { name: /^RINNOVA/ })).toHaveLength(2);
  });

  it('chi legge soltanto non rinnova; dove ne basterebbe uno fra più tipi nessuno sa quale', async () => {
    open({ esito: 'riserva', motivi: [motivo('assente', 'ci', 'Carta di Identita o Patente', 'ci|patente')] });
    await screen.findByRole('heading', { name: 'Con riserva: manca Carta di Identita o Patente' });
    expect(screen.queryByRole('button', { name: /RINNOVA/ })).toBeNull();
    leaveNothing();
    open({ esito: 'riserva', motivi: [motivo('assente', 'unilav', 'Unilav')] }, { mayRenew: false });
    await screen.findByRole('heading', { name: 'Con riserva: manca Unilav' });
    expect(screen.queryByRole('button', { name: /RINNOVA/ })).toBeNull();
  });

  it('chi è a posto lo legge', async () => {
    open({ esito: 'si', motivi: [] });
    await screen.findByRole('heading', { name: 'Idoneo' });
  });
});
