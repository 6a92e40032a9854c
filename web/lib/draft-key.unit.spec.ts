// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';

/** Loads the module anew, as a reloaded page does. */
async function page() {
  vi.resetModules();
  return import('./draft-key.ts');
}

describe('The key of the drafts', () => {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
  });

  it('outlives a page that is loaded again in its tab, for its person alone', async () => {
    (await page()).holdDraftKey('anna', 'k1');
    const { draftKey } = await page();
    expect([draftKey('anna'), draftKey('bruno')]).toEqual(['k1', null]);
  });

  it('does not lie where the drafts lie', async () => {
    (await page()).holdDraftKey('anna', 'k1');
    expect(localStorage.length).toBe(0);
  });

  it('a lost session takes it from the next page, not from the open one', async () => {
    const open = await page();
    open.holdDraftKey('anna', 'k1');
    open.letGoOfDraftKey();
    expect(open.draftKey('anna')).toBe('k1');
    expect((await page()).draftKey('anna')).toBeNull();
  });

  it('given again after a lost session it is kept again', async () => {
    const open = await page();
    open.holdDraftKey('anna', 'k1');
    open.letGoOfDraftKey();
    open.holdDraftKey('anna', 'k1');
    expect((await page()).draftKey('anna')).toBe('k1');
  });

  it('what somebody else wrote there is no key', async () => {
    for (const text of ['{', '{"memberID":1}', '"x"', 'null']) {
      sessionStorage.setItem('strato.chiave-bozze', text);
      expect((await page()).draftKey('anna')).toBeNull();
    }
  });
});
