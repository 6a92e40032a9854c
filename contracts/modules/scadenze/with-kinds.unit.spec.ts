import { describe, expect, it } from 'vitest';
import { addedFields, isAdded } from '../../core/added-fields.ts';
import type { AnyRegister } from '../../core/define-register.ts';
import { fileFields } from '../../core/documents.ts';
import { registerReadings } from '../../core/event-reading.ts';
import { registerSchemas } from '../../core/event-schema.ts';
import { valuesSchema } from '../../core/register-schema.ts';
import { macchinari } from '../../registers/macchinari.ts';
import { meccanici } from '../../registers/meccanici.ts';
import { noleggi } from '../../registers/noleggi.ts';
import { personale } from '../../registers/personale.ts';
import { DEFAULT_KINDS } from './default-kinds.ts';
import { isFreeCode, subjectOf, withKinds } from './with-kinds.ts';

const kind = (codice: string, sanitario = false) => ({ codice, nome: `Nome di ${codice}`, sanitario });
const names = (def: AnyRegister) => addedFields(def).map(([name]) => name);

describe('una scheda con i tipi di documento di oggi', () => {
  it('è di un soggetto, se il suo registro ne ha', () => {
    expect([macchinari, noleggi, personale, meccanici].map(subjectOf)).toEqual(['macchina', 'noleggio', 'lavoratore', null]);
  });

  it('è quella di sempre dove non ce n’è di nuovi', () => {
    expect(withKinds(personale, [])).toBe(personale);
    expect(withKinds(meccanici, [kind('collaudo')])).toBe(meccanici);
    for (const [def, soggetto] of [
      [macchinari, 'macchina'],
      [noleggi, 'noleggio'],
      [personale, 'lavoratore'],
    ] as const)
      expect(
        withKinds(
          def,
          DEFAULT_KINDS.filter((one) => one.soggetto === soggetto),
        ),
      ).toBe(def);
  });

  it('ha un file e una scadenza per ognuno, e gli stessi tipi danno la stessa scheda', () => {
    const def = withKinds(personale, [kind('ci'), kind('tesserino'), kind('visita', true)]);
    expect(names(def)).toEqual(['tesserino', 'scadenza_tesserino', 'visita', 'scadenza_visita']);
    expect(def.list.columns.slice(-2)).toEqual(['tesserino', 'visita']);
    expect(def.list.optional?.slice(-2)).toEqual(['scadenza_tesserino', 'scadenza_visita']);
    expect(def.list.scadenze).toHaveLength(personale.list.scadenze!.length + 2);
    expect(fileFields(def).at(-1)).toMatchObject({ field: 'visita', suffix: 'visita', scadenza: 'scadenza_visita', reserved: true });
    expect(withKinds(personale, [kind('tesserino'), kind('visita', true)])).toBe(def);
    expect(withKinds(personale, [kind('tesserino')])).not.toBe(def);
  });

  it('degli altri il suffisso è maiuscolo, e l’elenco dei macchinari mostra la scadenza', () => {
    const def = withKinds(macchinari, [kind('collaudo')]);
    expect(fileFields(def).at(-1)!.suffix).toBe('COLLAUDO');
    expect(def.list.columns.at(-1)).toBe('scadenza_collaudo');
    expect(withKinds(noleggi, [kind('collaudo')]).list.columns.at(-1)).toBe('collaudo');
  });

  it('prende i valori di quelli, e gli altri nomi li lascia cadere', () => {
    const def = withKinds(macchinari, [kind('collaudo')]);
    expect(valuesSchema(def, 'change').parse({ scadenza_collaudo: '2026-01-31', scadenza_x: '2026-01-31' })).toEqual({
      scadenza_collaudo: '2026-01-31',
    });
    expect(valuesSchema(macchinari, 'change').parse({ scadenza_collaudo: '2026-01-31' })).toEqual({});
    expect(valuesSchema(def, 'change').safeParse({ scadenza_collaudo: '2026-02-31' }).success).toBe(false);
  });

  it('un codice che è di un altro campo, file o parola della riga non è libero', () => {
    for (const codice of ['nome', 'profilo', 'utente', 'ci', 'constructor', 'scadenza_ci', 'in_scadenza', 'matricola', 'altri'])
      expect([codice, isFreeCode(personale, codice)]).toEqual([codice, false]);
    expect(isFreeCode(macchinari, 'foto')).toBe(false);
    expect(isFreeCode(macchinari, 'assicurazione')).toBe(false);
    expect(isFreeCode(noleggi, 'contratto')).toBe(false);
    expect(isFreeCode(personale, 'tesserino')).toBe(true);
    expect(isAdded(personale, 'nome')).toBe(false);
    expect(isAdded(meccanici, 'tesserino')).toBe(false);
  });
});

describe('gli eventi', () => {
  const schema = (def: AnyRegister, type: string) => new Map(registerSchemas(def)).get(type)!();

  it('tengono file e scadenza di un tipo che oggi nessuno conosce, e niente di altra forma', () => {
    const data = { matricola: 'W1', tesserino: 'a/b.pdf', scadenza_tesserino: null };
    expect(schema(personale, personale.events.changed).safeParse(data).success).toBe(true);
    expect(schema(personale, personale.events.changed).safeParse({ matricola: 'W1', tesserino: 3 }).success).toBe(false);
    expect(schema(personale, personale.events.changed).safeParse({ matricola: 'W1', 'Con Spazi': 'x' }).success).toBe(false);
    expect(schema(meccanici, meccanici.events.changed).safeParse({ id: 1, tesserino: 'x' }).success).toBe(false);
    const read = new Map(registerReadings(personale)).get(personale.events.changed)!;
    expect(read(data).fields).toEqual({ tesserino: 'a/b.pdf', scadenza_tesserino: null });
  });
});
