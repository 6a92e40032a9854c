import { describe, expect, it } from 'vitest';
import { EVERYTHING, type PermissionLevels } from '#contracts/core/permissions.ts';
import type { Area } from '#contracts/modules/areas.ts';
import { roleOf } from './role.ts';

const OWN: PermissionLevels = { allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 1 };
const READS: PermissionLevels = { allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 };
const role = (permessi: Partial<Record<Area, PermissionLevels>>, groupID = 40) => {
  const { tasks, days, machines } = roleOf({ memberID: 'anna', groupID, permessi });
  return [tasks.map(({ label }) => label), days, machines];
};

describe('ciò che viene prima sulla home', () => {
  it('è del caposquadra la giornata, dell’operaio le macchine, della direzione i grafici', () => {
    expect(role({ produzione: OWN, manutenzioni: OWN, macchinari: READS })).toEqual([['Nuova giornata', 'Lettura ore'], true, false]);
    expect(role({ manutenzioni: OWN, accise: OWN, macchinari: READS })).toEqual([['Lettura ore', 'Nuova accisa'], false, true]);
    expect(role({ produzione: EVERYTHING, manutenzioni: EVERYTHING, macchinari: READS })).toEqual([[], false, false]);
  });

  it('segue i diritti, non il numero del gruppo', () => {
    for (const group of [2, 3, 9, 77]) expect(role({ produzione: OWN }, group)).toEqual([['Nuova giornata'], true, false]);
    // who only reads begins nothing
    expect(role({ produzione: { ...OWN, allowInsert: 0 }, manutenzioni: READS, macchinari: READS })).toEqual([[], false, false]);
    expect(role({ report: EVERYTHING, macchinari: EVERYTHING })).toEqual([[], false, false]);
    expect(role({ manutenzioni: OWN })).toEqual([['Lettura ore'], false, false]);
  });

  it('la lettura si apre già come lettura', () => {
    const [task] = roleOf({ memberID: 'anna', groupID: 3, permessi: { manutenzioni: OWN } }).tasks;
    expect(task?.href).toBe('/home/manutenzioni/nuovo?tipologia=Lettura');
  });
});
