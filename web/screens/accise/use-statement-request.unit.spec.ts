// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { requestIn } from './use-statement-request.ts';

describe('trimestre e cantiere nell’indirizzo', () => {
  it('senza, è l’ultimo trimestre finito', () => {
    expect(requestIn('', '2026-11-23')).toEqual({ anno: 2026, trimestre: 3, cantiere: null });
    expect(requestIn('', '2026-02-01')).toEqual({ anno: 2025, trimestre: 4, cantiere: null });
  });

  it('sono quelli che nomina', () =>
    expect(requestIn('?anno=2024&trimestre=2&cantiere=04%2F21', '2026-11-23')).toEqual({ anno: 2024, trimestre: 2, cantiere: '04/21' }));

  it.each(['?anno=2024', '?anno=2024&trimestre=5', '?anno=x&trimestre=1', '?anno=1500&trimestre=1', '?anno=2024.5&trimestre=1'])(
    '%s non nomina un trimestre',
    (search) => expect(requestIn(search, '2026-11-23')).toMatchObject({ anno: 2026, trimestre: 3 }),
  );
});
