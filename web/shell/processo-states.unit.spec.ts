import { describe, expect, it } from 'vitest';
import type { Processo, ProcessoState } from '#contracts/modules/processi.ts';
import { justFinished } from './processo-states.ts';

const processo = (id: string, status: ProcessoState): Processo => ({
  id,
  status,
  tipo: 'esporta-allegati',
  titolo: `Zip ${id}`,
  progresso: 0,
  riprovabile: false,
  annullabile: false,
  name: null,
  messaggio: null,
  utente: 'l.ferretti',
  creato: '2026-11-20T08:00:00Z',
  finito: null,
  scade: null,
});

describe('attività appena finite', () => {
  it('sono quelle che erano in corso, riuscite o no', () => {
    const before = [processo('a', 'running'), processo('b', 'queued'), processo('c', 'running'), processo('d', 'done')];
    const after = [processo('a', 'done'), processo('b', 'error'), processo('c', 'running'), processo('d', 'done')];
    expect(justFinished(before, after).map((p) => p.id)).toEqual(['a', 'b']);
  });
  it('al primo sguardo nessuna: quel che era finito prima non è una novità', () => {
    expect(justFinished(undefined, [processo('a', 'done')])).toEqual([]);
  });
});
