import nodemailer from 'nodemailer';
import type { Mail } from '#contracts/ports/mailer.ts';

/** Returns the mail as it is sent or stored in a file: HTML with an alternative in plain text. */
export async function composeMail({ messageId, from, to, subject, text, html, at }: Mail): Promise<Buffer> {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({ messageId, from, to: [...to], subject, text, html, date: new Date(at) });
  if (!Buffer.isBuffer(message)) throw new Error('the mail was not written to a buffer');
  return message;
}
