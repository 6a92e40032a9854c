// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { Row } from '../row.ts';
import { RecordValues } from './RecordValues.tsx';

describe('I valori di un record com’era', () => {
  it('stanno nell’ordine della scheda, e nessun campo manca', () => {
    const values = Object.fromEntries(
      Object.entries(manutenzioni.fields).map(([name, { kind }]) => [
        name,
        kind === 'number' || kind === 'money' ? 1 : kind === 'date' ? '2026-01-02' : 'x',
      ]),
    );
    const { container } = render(
      <RecordValues def={manutenzioni} row={{ id: 1, utente: 'anna', versione: 1, ...values } as unknown as Row} />,
    );
    const shown = [...container.querySelectorAll('dt')].map((term) => term.textContent);
    const inForm = manutenzioni.form.sections.flatMap(({ rows }) => rows.flat()).map((name) => labelOf(manutenzioni, name));
    expect(shown.slice(0, inForm.length)).toEqual(inForm);
    expect(shown.toSorted()).toEqual(
      Object.keys(manutenzioni.fields)
        .map((name) => labelOf(manutenzioni, name))
        .toSorted(),
    );
  });

  const parts = (def: AnyRegister, values: Record<string, string>) => {
    const { container } = render(<RecordValues def={def} row={{ utente: 'anna', versione: 1, ...values } as unknown as Row} />);
    return [...container.querySelectorAll('h3, dt')].map((one) => one.textContent);
  };

  it('stanno sotto i titoli della scheda, nel suo ordine; una sezione vuota non ha titolo', () => {
    expect(parts(cantieri, { commessa: '0412', committente: 'Autostrade', cig: 'Z1', via: 'x' })).toEqual([
      'Cantiere',
      'Committente',
      'Contratto',
      'CIG',
      'Altri dati',
      'Via',
    ]);
  });

  it('i documenti hanno accanto la loro scadenza, sotto un titolo loro; una parte sola non ha titolo', () => {
    expect(
      parts(personale, { cognome: 'Rossi', ci: 'PERSONALE/1_R_M/1_ci.pdf', scadenza_ci: '2030-01-01', stato_attuale: 'attivo' }),
    ).toEqual(['Cognome', 'Documenti', 'Carta di Identita', 'Scadenza Carta di Identita', 'Altri dati', 'Stato attuale']);
    expect(parts(cantieri, { committente: 'Autostrade' })).toEqual(['Committente']);
  });
});
