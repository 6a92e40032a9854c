import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE } from '#contracts/core/permissions.ts';
import { require } from '#services/platform/http/permissions.ts';
import { mailFolder } from '#services/platform/files/results.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

const NAME = /^[\w-]{1,200}\.eml$/;

/** The mails that became files because no SMTP server is set: their list, or one of them (`nome`). */
export function postaRoute({ config }: Dependencies): Route {
  return {
    method: 'GET', path: '/api/posta', permission: 'session',
    description: 'Le mail scritte come file .eml quando SMTP_URL non è impostata; con nome, una di esse. Solo per i gruppi 2 e 9.',
    async handle(req, res, context) {
      const { groupID } = require(context.identity);
      if (groupID !== GRUPPO_AMMINISTRATORI && groupID !== GRUPPO_DIREZIONE) throw new DomainError('NON_PERMESSO');
      const folder = mailFolder(config);
      const { nome } = req.query;
      if (nome === undefined) {
        res.json({ data: await listed(folder) });
        return;
      }
      if (typeof nome !== 'string' || !NAME.test(nome)) throw new DomainError('PERCORSO_NON_VALIDO');
      const content = await readFile(join(folder, nome)).catch(() => null);
      if (content === null) throw new DomainError('FILE_ASSENTE');
      res.type('message/rfc822').attachment(nome).send(content);
    },
  };
}

/** Newest first. */
async function listed(folder: string): Promise<{ nome: string; byte: number; creato: string }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name));
  const files = await Promise.all(names.map(async (nome) => {
    const { size, mtime } = await stat(join(folder, nome));
    return { nome, byte: size, creato: mtime.toISOString() };
  }));
  return files.sort((a, b) => (a.creato < b.creato ? 1 : -1));
}
