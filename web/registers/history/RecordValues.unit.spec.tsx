// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { labelOf } from '#contracts/core/define-register.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
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
});
