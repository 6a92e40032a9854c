import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from '#contracts/ports/mailer.ts';
import { composeMail } from './compose-mail.ts';

/**
 * Creates a mailer that writes mails to files, used if no SMTP server is set. The file name follows from the message id, so sending a mail
 * twice leaves one file.
 */
export function folderMailer(folder: string): Mailer {
  return {
    async send(mail) {
      const content = await composeMail(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const half = join(folder, `.${randomUUID()}`);
      try {
        await writeFile(half, content, { mode: 0o600 });
        await rename(half, join(folder, `${mail.messageId.replaceAll(/[^\w-]+/g, '_').replaceAll(/^_|_$/g, '')}.eml`));
      } finally {
        await rm(half, { force: true });
      }
      return { accepted: [...mail.to] };
    },
  };
}
