// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { callText } from '#web/lib/device.ts';
import { localKeysInUrl } from './item.ts';
import { withKnown } from './known-call.ts';

const HERE = '900000000077';
const call = (url: string, body: unknown) => ({ method: 'POST', url, body, key: null });
function photo(id: string): FormData {
  const form = new FormData();
  form.append('id', id);
  form.append('file', new File([HERE], 'a.jpg'));
  return form;
}

describe('Una chiamata che nomina un record del dispositivo', () => {
  it('si riconosce dal suo indirizzo, dai suoi campi e da quelli di un modulo con file, non da ciò che è nei file', () => {
    expect(localKeysInUrl(callText(call(`/api/guasti?id=${HERE}`, undefined)))).toEqual([HERE]);
    expect(localKeysInUrl(callText(call('/api/guasti', { guasto: { id: Number(HERE) } })))).toEqual([HERE]);
    expect(localKeysInUrl(callText(call('/api/guasti/foto', photo(HERE))))).toEqual([HERE]);
    expect(localKeysInUrl(callText(call('/api/guasti/foto', photo('7'))))).toEqual([]);
  });
  it('non la nomina una nota che contiene quel numero, e la nota arriva com’è scritta', () => {
    const body = { guasto: { id: 7, testo: HERE, note: `Telefono ${HERE}` } };
    expect(localKeysInUrl(callText(call('/api/guasti', body)))).toEqual([]);
    expect(withKnown(call('/api/guasti', body), { [HERE]: '12' }).body).toEqual(body);
    const form = photo('7');
    form.append('testo', HERE);
    expect(localKeysInUrl(callText(call('/api/guasti/foto', form)))).toEqual([]);
    expect((withKnown(call('/api/guasti/foto', form), { [HERE]: '12' }).body as FormData).get('testo')).toBe(HERE);
  });
  it('va al portale con il numero che il portale gli ha dato', () => {
    const known = { [HERE]: '12' };
    expect(withKnown(call(`/api/guasti?id=${HERE}`, { guasto: { id: Number(HERE) } }), known)).toMatchObject({
      url: '/api/guasti?id=12',
      body: { guasto: { id: 12 } },
    });
    const form = withKnown(call('/api/guasti/foto', photo(HERE)), known).body as FormData;
    expect([form.get('id'), (form.get('file') as File).name]).toEqual(['12', 'a.jpg']);
    expect(withKnown(call('/api/guasti/foto', photo('900000000078')), known).body).toBeInstanceOf(FormData);
  });
});
