import { describe, expect, test } from 'vitest';
import { realJpeg } from '../real-jpeg.ts';
import { accessible, address, noSidewaysScroll, photograph, tabs, TELEFONO } from './browser.ts';
import { signInRemembered } from './on-device.ts';

/** Shares a photo with the installed app, as a phone does. */
const share = (base64: string) => `(() => {
  const bytes = Uint8Array.from(atob('${base64}'), (char) => char.charCodeAt(0));
  const files = new DataTransfer();
  files.items.add(new File([bytes], 'perdita.jpg', { type: 'image/jpeg' }));
  const form = Object.assign(document.createElement('form'), { method: 'post', action: '/condividi', enctype: 'multipart/form-data' });
  const input = Object.assign(document.createElement('input'), { type: 'file', name: 'foto', files: files.files });
  form.append(input);
  document.body.append(form);
  form.submit();
})()`;

describe('Una foto condivisa con l’app', () => {
  const browser = tabs();

  test('arriva al guasto della macchina, e a un secondo sguardo non c’è più', async () => {
    const { page } = await browser.open(TELEFONO, false, true);
    await signInRemembered(page, 'capo');
    await page.evaluate(share(Buffer.from(realJpeg({ columns: 8, rows: 6 })).toString('base64')));
    await page.waitForURL('**/home/condividi');
    await page.getByRole('img', { name: 'perdita.jpg' }).waitFor();
    await photograph(page, 'foto-condivisa-telefono');
    await noSidewaysScroll(page, 'foto condivisa');
    await accessible(page, 'foto condivisa');
    await page
      .getByRole('textbox', { name: 'Matricola o nome' })
      .or(page.getByRole('searchbox', { name: 'Matricola o nome' }))
      .fill('A0005');
    await page.getByRole('list', { name: 'Trovati' }).getByRole('link', { name: /A0005/ }).click();
    await page.getByRole('link', { name: 'Controllo o guasto' }).click();
    await page.getByText('perdita.jpg').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Cambia la foto' }).count()).toBe(1);
    await page.goto(address('/home/condividi'));
    await page.getByText('Nessuna foto').waitFor();
  }, 120_000);
});
