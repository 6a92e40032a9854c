import { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import nodemailer from 'nodemailer';
import { MailRefused, type Mailer } from '#contracts/ports/mailer.ts';
import { composeMail } from './compose-mail.ts';

export interface SmtpOptions {
  /** Address such as `smtp://user:password@host:587`. */
  url: string;
  /** Milliseconds without an answer after which the connection counts as lost. */
  timeout?: number;
}

const TIMEOUT = 20_000;

interface SmtpError {
  responseCode?: number;
  response?: string;
  message: string;
}

/** Tells whether mails leave this machine and its container network, whose host names have no dot. Such mails require TLS. */
export function crossesNetwork(url: string): boolean {
  const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? ipaddr.parse(host).range() !== 'loopback' : host.includes('.');
}

/** Creates a mailer that sends through an SMTP server. */
export function smtpMailer({ url, timeout = TIMEOUT }: SmtpOptions): Mailer {
  const timeouts = { connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout };
  const transport = nodemailer.createTransport({ url, requireTLS: crossesNetwork(url), ...timeouts });
  return {
    async send(mail, beforeContent) {
      const raw = await composeMail(mail);
      const content = Readable.from(
        (async function* () {
          await beforeContent();
          yield raw;
        })(),
      );
      try {
        const { accepted } = await transport.sendMail({ envelope: { from: mail.from, to: [...mail.to] }, raw: content });
        return { accepted: accepted.map(String) };
      } catch (error) {
        throw refusalOr(error as SmtpError);
      }
    },
  };
}

/** Returns `MailRefused` if the server answered with an error code, otherwise the error unchanged. */
function refusalOr(error: SmtpError): unknown {
  const { responseCode: code } = error;
  if (code === undefined || code < 400) return error;
  return new MailRefused(`Il server di posta ha risposto ${code}`, code >= 500);
}
