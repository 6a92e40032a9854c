import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { address, signIn, tabs } from './browser.ts';

const browser = tabs();

interface PasswordField {
  autocomplete: string | null;
  /** Text in the field after a paste. */
  pasted: string;
  type: string;
}

const TEXT = `${'una frase lunga '.repeat(8)}«è»`;

/** Pastes a text into each field of a password, and returns what the fields are and hold. */
async function fieldsOf(page: Page): Promise<PasswordField[]> {
  const fields = page.locator('input[autocomplete$="-password"]:not([hidden])');
  await fields.first().waitFor();
  const found: PasswordField[] = [];
  for (const field of await fields.all()) {
    await field.focus();
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(TEXT)})`);
    await page.keyboard.press('Control+V');
    found.push({
      type: (await field.getAttribute('type')) ?? 'text',
      autocomplete: await field.getAttribute('autocomplete'),
      pasted: await field.inputValue(),
    });
  }
  return found;
}

describe('i campi delle password', () => {
  it('sono coperti, si incollano, prendono 64 segni e più, e dicono al gestore di password quale sono', async () => {
    const { page } = await browser.open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const masked = (autocomplete: string): PasswordField => ({ type: 'password', autocomplete, pasted: TEXT });
    await page.goto(address('/'));
    expect(await fieldsOf(page)).toEqual([masked('current-password')]);
    await signIn(page, 'capo', '/membership');
    expect(await fieldsOf(page)).toEqual([masked('current-password'), masked('new-password')]);
    const { page: office } = await browser.open();
    await office.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(office, 'admin', '/membership/dettaglio-utente');
    expect(await fieldsOf(office)).toEqual([masked('new-password')]);
  });
});
