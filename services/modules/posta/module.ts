import type { Request, Response } from 'express';
import { DomainError } from '#contracts/core/errors.ts';
import { readsPosta } from '#contracts/modules/posta.ts';
import { mailFolder } from '#services/platform/files/results.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Context, Dependencies, Module } from '#services/platform/module.ts';
import { pageQuery } from '#services/registers/list-query.ts';
import { isMailName, listMails, rawMail, readMail } from './mail-files.ts';

const ROWS = 20;
const page = pageQuery.omit({ cerca: true });

/** Module that shows to groups 2 and 9 the mails stored as files because no SMTP server is configured. */
export function postaModule({ config }: Dependencies): Module {
  const folder = mailFolder(config);

  async function list(req: Request, res: Response): Promise<void> {
    const { pagina, righe = ROWS } = page.parse(req.query);
    const { data, totale } = await listMails(folder, (pagina - 1) * righe, righe);
    res.json({ data, totale, smtp: config.SMTP_URL !== undefined });
  }

  async function sendOne(req: Request, res: Response): Promise<void> {
    const mail = await readMail(folder, nameOf(req));
    if (!mail) throw new DomainError('FILE_ASSENTE');
    res.json({ data: [mail] });
  }

  async function file(req: Request, res: Response): Promise<void> {
    const nome = nameOf(req);
    const content = await rawMail(folder, nome);
    if (!content) throw new DomainError('FILE_ASSENTE');
    res.type('message/rfc822').attachment(nome).send(content);
  }

  return {
    name: 'posta',
    routes: [
      {
        method: 'GET',
        path: '/api/posta',
        permission: 'session',
        description:
          'Le mail scritte come file .eml quando SMTP_URL non è impostata, le più recenti prima; con nome, il file di una. Per i gruppi 2 e 9.',
        handle: (req, res, context) => ifAllowed(context, () => (req.query['nome'] === undefined ? list(req, res) : file(req, res))),
      },
      {
        method: 'GET',
        path: '/api/posta/lettura',
        permission: 'session',
        description: 'Una di quelle mail (nome): mittente, destinatari, oggetto e testo. Per i gruppi 2 e 9.',
        handle: (req, res, context) => ifAllowed(context, () => sendOne(req, res)),
      },
    ],
  };
}

function ifAllowed({ identity }: Context, then: () => Promise<void>): Promise<void> {
  if (!readsPosta(requireIdentity(identity))) throw new DomainError('NON_PERMESSO');
  return then();
}

function nameOf({ query: { nome } }: Request): string {
  if (!isMailName(nome)) throw new DomainError('PERCORSO_NON_VALIDO');
  return nome;
}
