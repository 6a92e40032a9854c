import { describe, expect, it } from 'vitest';
import { isExpired } from '#contracts/core/dates.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { keySchema, valuesSchema } from '#contracts/core/define-register.ts';
import { registro } from '#contracts/registers/index.ts';
import { generaDemo } from './generate.ts';
import { inOrdine } from './in-order.ts';
import { pdf } from './pdf.ts';

const OGGI = '2026-11-21';
const voci = generaDemo(OGGI, 0);
const comandi = voci.flatMap((v) => ('comando' in v ? [v.comando] : []));

describe('i dati dimostrativi', () => {
  it('sono sempre gli stessi nello stesso giorno', () => expect(generaDemo(OGGI, 0)).toEqual(voci));

  it('sono in ordine di tempo e nel passato', () => {
    for (const [i, voce] of voci.entries()) {
      expect(voce.at.getTime()).toBeLessThan(Date.parse(OGGI));
      if (i > 0) expect(voce.at.getTime()).toBeGreaterThanOrEqual(voci[i - 1]!.at.getTime());
    }
  });

  it('rispettano le regole di ogni registro', () => {
    const schemi = new Map<string, ReturnType<typeof valuesSchema>>();
    for (const comando of comandi) {
      const def = registro(comando.registro) as AnyRegister;
      const mode = comando.azione === 'crea' ? 'create' : 'change';
      const schema = schemi.get(def.path + mode) ?? valuesSchema(def, mode);
      schemi.set(def.path + mode, schema);
      const valori = { ...comando.valori };
      delete valori[def.key.field];
      expect(schema.parse(valori), comando.registro).toEqual(
        Object.fromEntries(Object.entries(valori).filter(([name]) => name in def.fields)));
      if (comando.chiave !== undefined) keySchema(def).parse(comando.chiave);
    }
  });

  it('una macchina nasce prima di ogni cosa che la riguarda', () => {
    const nate = new Set<string>();
    for (const voce of voci) {
      if ('noleggio' in voce) continue;
      const matricola = 'documento' in voce ? voce.documento.matricola : String(voce.comando.valori?.['matricola'] ?? (voce.comando.registro === 'macchinari' ? voce.comando.chiave : ''));
      if ('comando' in voce && voce.comando.registro === 'macchinari' && voce.comando.azione === 'crea') nate.add(String(voce.comando.chiave));
      else if (matricola) expect(nate, matricola).toContain(matricola);
    }
    expect(nate.size).toBe(80);
  });

  it('hanno documenti scaduti, in scadenza e validi', () => {
    const scadenze = new Map<string, string>();
    for (const { registro: nome, chiave, valori } of comandi) {
      if (nome !== 'macchinari') continue;
      for (const [campo, valore] of Object.entries(valori ?? {})) if (campo.startsWith('scadenza_')) scadenze.set(`${chiave}/${campo}`, String(valore));
    }
    const tutte = [...scadenze.values()];
    expect(tutte.filter((d) => isExpired(d, OGGI)).length).toBeGreaterThan(4);
    expect(tutte.filter((d) => !isExpired(d, OGGI) && isExpired(d, '2026-12-21')).length).toBeGreaterThan(8);
  });

  it('i noleggi: prima il noleggio, poi i suoi fatti; da uno a quattro periodi, alcuni con contratto, carte scadute e in scadenza', () => {
    const fatti = voci.flatMap((v) => ('noleggio' in v ? [v.noleggio] : []));
    const nati = new Set<string>();
    const periodi = new Set<string>();
    for (const voce of fatti) {
      if (voce.fatto === 'registrato') nati.add(voce.quale);
      else expect(nati, voce.quale).toContain(voce.quale);
      if (voce.fatto === 'periodo') periodi.add(`${voce.quale}/${voce.periodo}`);
      else if ('periodo' in voce) expect(periodi).toContain(`${voce.quale}/${voce.periodo}`);
      if (!('valori' in voce)) continue;
      const def = registro(voce.fatto.startsWith('periodo') ? 'storicoNoleggi' : 'noleggi') as AnyRegister;
      expect(valuesSchema(def, 'change').parse(voce.valori)).toEqual(voce.valori);
    }
    expect(nati.size).toBe(25);
    const quanti = Object.values(Object.groupBy([...periodi], (p) => p.split('/')[0] ?? '')).map((lista) => lista?.length ?? 0);
    expect([quanti.length, Math.min(...quanti), Math.max(...quanti)]).toEqual([25, 1, 4]);
    const contratti = fatti.filter((v) => v.fatto === 'contratto').length;
    expect(contratti).toBeGreaterThan(10);
    expect(contratti).toBeLessThan(periodi.size);
    expect(fatti.filter((v) => v.fatto === 'foto').length).toBeGreaterThan(10);
    const scadenze = fatti.flatMap((v) => ('valori' in v ? Object.entries(v.valori).flatMap(([campo, data]) => (campo.startsWith('scadenza_') ? [String(data)] : [])) : []));
    expect(scadenze.filter((d) => isExpired(d, OGGI)).length).toBeGreaterThan(1);
    expect(scadenze.filter((d) => !isExpired(d, OGGI) && isExpired(d, '2026-12-21')).length).toBeGreaterThan(1);
  });

  it('una seconda serie ha altre macchine e altri cantieri', () => {
    const chiavi = (serie: number) => new Set(generaDemo(OGGI, serie).flatMap((v) => ('comando' in v && v.comando.chiave !== undefined && v.comando.azione === 'crea' ? [`${v.comando.registro}/${v.comando.chiave}`] : [])));
    const prima = chiavi(0);
    for (const chiave of chiavi(1)) expect(prima).not.toContain(chiave);
  });
});

describe('i pezzi della demo', () => {
  it('un PDF comincia, finisce e conta i suoi byte come deve', () => {
    const text = pdf('Assicurazione (A0112)', ['Validità: oggi']).toString('latin1');
    expect(text.startsWith('%PDF-1.4')).toBe(true);
    expect(text.endsWith('%%EOF\n')).toBe(true);
    const start = Number(/startxref\n(\d+)/.exec(text)![1]);
    expect(text.slice(start, start + 4)).toBe('xref');
    for (const [i, match] of [...text.matchAll(/^(\d{10}) 00000 n $/gm)].entries()) {
      expect(text.slice(Number(match[1])).startsWith(`${i + 1} 0 obj`)).toBe(true);
    }
  });

  it('le cose dello stesso record restano in ordine, le altre vanno insieme', async () => {
    const fatte: string[] = [];
    let insieme = 0;
    let massimo = 0;
    await inOrdine(['a1', 'b1', 'a2', 'c1', 'a3', 'b2'], 3, (x) => x[0]!, async (x) => {
      massimo = Math.max(massimo, ++insieme);
      await new Promise((resolve) => setImmediate(resolve));
      insieme--;
      fatte.push(x);
    });
    expect(fatte.filter((x) => x.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
    expect(massimo).toBeGreaterThan(1);
    expect(massimo).toBeLessThanOrEqual(3);
  });

  it('si ferma al primo errore', async () => {
    await expect(inOrdine([1, 2, 3], 1, String, async (n) => { if (n === 2) throw new Error('due'); })).rejects.toThrow('due');
  });
});
