// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { network } from '#web/lib/api-client.ts';
import { holdDraftKey } from '#web/lib/draft-key.ts';
import { writeDeviceDraft } from '#web/lib/device-drafts.ts';
import { DRAFT_KEYS, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { ownDrafts } from './draft-owner.ts';
import { WaitingRecord } from './WaitingRecord.tsx';

afterEach(() => {
  network.reached();
  leaveNothing();
});

describe('un record che senza rete non arriva', () => {
  it('dice che ciò che si era scritto è sul dispositivo, anche se la chiave non c’è ancora', async () => {
    signIn();
    writeDeviceDraft(localStorage, ownDrafts('anna')!, 'meccanici/3', { at: new Date().toISOString(), parts: { meccanici: {} } });
    holdDraftKey('nessuno', DRAFT_KEYS.bruno);
    network.lost();
    renderAt('/home/meccanici', <WaitingRecord def={meccanici} />);
    await screen.findByText(/sono su questo dispositivo/);
    screen.getByText('Senza rete');
  });

  it('di un’altra persona non dice nulla', async () => {
    signIn();
    holdDraftKey('bruno', DRAFT_KEYS.bruno);
    writeDeviceDraft(localStorage, ownDrafts('bruno')!, 'meccanici/3', { at: new Date().toISOString(), parts: { meccanici: {} } });
    network.lost();
    renderAt('/home/meccanici', <WaitingRecord def={meccanici} />);
    await screen.findByText('Senza rete');
    expect(screen.queryByText(/sono su questo dispositivo/)).toBeNull();
  });
});
