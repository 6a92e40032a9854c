import { expect, it } from 'vitest';
import { machinesOf } from './my-machines.ts';

const record = (matricola: string | null, data: string, ore_km: number | null = null) => ({
  id: data,
  matricola,
  descrizione: 'Sonda',
  data,
  ore_km,
});

it('le macchine di cui si è scritto, ognuna una volta con l’ultima lettura, prima quelle con qualcosa di dovuto', () => {
  const records = [
    record('A1', '2026-11-20'),
    record(null, '2026-11-19'),
    record('A2', '2026-11-18', 120),
    record('A1', '2026-11-17', 4000),
    record('A1', '2026-11-01', 3900),
  ];
  const due = [{ matricola: 'A2', motivo: 'Filtro olio: oltre di 12 h' }];
  expect(machinesOf(records as never, due)).toEqual([
    { matricola: 'A2', descrizione: 'Sonda', data: '2026-11-18', ore: 120, motivi: ['Filtro olio: oltre di 12 h'] },
    { matricola: 'A1', descrizione: 'Sonda', data: '2026-11-20', ore: 4000, motivi: [] },
  ]);
  expect(machinesOf(Array.from({ length: 9 }, (_, i) => record(`B${i}`, '2026-11-20')) as never, [])).toHaveLength(6);
});
