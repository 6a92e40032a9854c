import nodemailer from 'nodemailer';
import type { Mail } from '#contracts/ports/mailer.ts';

/** The mail as it goes over the wire and lies in a file: HTML with a text for who reads no HTML. */
export async function written({ messageId, from, to, subject, text, html, at }: Mail): Promise<Buffer> {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({ messageId, from, to: [...to], subject, text, html, date: new Date(at) });
  if (!Buffer.isBuffer(message)) throw new Error('the mail was not written to a buffer');
  return message;
}
