import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import { MailRefused, type Mailer } from '#contracts/ports/mailer.ts';
import { written } from './written.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:587` */
  url: string;
  /** Milliseconds without an answer after which the other side counts as gone. */
  timeout?: number;
}

const TIMEOUT = 20_000;

interface SmtpError {
  responseCode?: number;
  response?: string;
  message: string;
}

/** Sends through an SMTP server. */
export function smtpMailer({ url, timeout = TIMEOUT }: SmtpOptions): Mailer {
  const transport = nodemailer.createTransport({ url, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout });
  return {
    async send(mail, beforeContent) {
      const raw = await written(mail);
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
        throw said(error as SmtpError);
      }
    },
  };
}

/** A refusal where the server answered with one; otherwise the error as it is. */
function said(error: SmtpError): unknown {
  const { responseCode: code } = error;
  if (code === undefined || code < 400) return error;
  return new MailRefused(`Il server di posta ha risposto ${code}`, code >= 500);
}
