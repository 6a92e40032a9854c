/** A mail that is ready: written once, and the same however often it is tried. */
export interface Mail {
  /** Stable: the same mail has the same one at every attempt. */
  messageId: string;
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** ISO instant that the mail says it was written. */
  at: string;
}

export interface Delivery {
  /** Who was accepted as a recipient. */
  accepted: string[];
}

export interface Mailer {
  /**
   * Hands the mail over. `beforeContent` is awaited before the first byte of it leaves: until then
   * nothing can have been sent, after it only the other side knows, unless it says no.
   */
  send(mail: Mail, beforeContent: () => Promise<void>): Promise<Delivery>;
}

/** The other side said no: nothing was sent. `permanent`: it will say so again. */
export class MailRefused extends Error {
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.name = 'MailRefused';
    this.permanent = permanent;
  }
}
