import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail that the server accepted. */
export interface AcceptedMail {
  recipients: string[];
  /** The recipients, joined by commas. */
  to: string;
  raw: string;
  /** The raw mail with its quoted-printable parts decoded. */
  text: string;
}

interface Answers {
  /** Returns the SMTP code by which a recipient is refused; `null` accepts. */
  recipient?(address: string): number | null;
  /** Returns the SMTP code by which the nth mail, from 1, is refused after its data; `null` accepts. */
  mail?(n: number): number | null;
}

/** Starts an SMTP server on a free loopback port. It accepts all mails unless `answers` refuses them. */
export async function startMailServer({ recipient = () => null, mail = () => null }: Answers = {}) {
  const mails: AcceptedMail[] = [];
  let received = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => done(refusal(recipient(address))),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const refused = refusal(mail((received += 1)));
        if (refused) return done(refused);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const bytes = Buffer.concat(parts);
        mails.push({ recipients, to: recipients.join(), raw: bytes.toString('utf8'), text: decodeQuotedPrintable(bytes) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    mails,
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

const refusal = (responseCode: number | null) => (responseCode === null ? null : Object.assign(new Error('no'), { responseCode }));

/** Decodes quoted-printable: soft line breaks go, and `=C3=A0` becomes the character of these bytes. */
const decodeQuotedPrintable = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replaceAll('=\r\n', '')
    .replaceAll(/((?:=[0-9A-F]{2})+)/g, (encoded) => Buffer.from(encoded.replaceAll('=', ''), 'hex').toString('utf8'));
