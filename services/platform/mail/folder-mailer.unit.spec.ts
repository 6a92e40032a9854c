import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Mail } from '#contracts/ports/mailer.ts';
import { folderMailer } from './folder-mailer.ts';

const MAIL: Mail = {
  messageId: '<rapporto.7@portale.it>',
  from: 'portale@x.it',
  to: ['a@x.it', 'b@x.it'],
  subject: 'Rapporto',
  text: 'in chiaro',
  html: '<p>in html</p>',
  at: '2026-01-15T08:00:00.000Z',
};
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strato-posta-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('una mail è un file che ha il suo nome, intero e di chi lo può leggere; la stessa mail è lo stesso file', async () => {
  const place = join(folder, 'posta');
  const mailer = folderMailer(place);
  expect(await mailer.send(MAIL, async () => {})).toEqual({ accepted: ['a@x.it', 'b@x.it'] });
  await mailer.send(MAIL, async () => {});
  expect(await readdir(place)).toEqual(['rapporto_7_portale_it.eml']);
  expect([(await stat(place)).mode & 0o777, (await stat(join(place, 'rapporto_7_portale_it.eml'))).mode & 0o777]).toEqual([0o700, 0o600]);
  const text = await readFile(join(place, 'rapporto_7_portale_it.eml'), 'utf8');
  for (const line of [
    'Message-ID: <rapporto.7@portale.it>',
    'From: portale@x.it',
    'To: a@x.it, b@x.it',
    'Subject: Rapporto',
    'Date: Thu, 15 Jan 2026 08:00:00 +0000',
  ])
    expect(text).toContain(`${line}\r\n`);
  expect(text).toContain('in chiaro');
  expect(text).toContain('<p>in html</p>');
  expect(text.replaceAll('\r\n', '')).not.toContain('\n');
});
