/** A composed mail, identical at every attempt. */
export interface Mail {
  /** Stable message id, the same at every attempt. */
  messageId: string;
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** ISO instant for the mail's date. */
  at: string;
}

export interface Delivery {
  /** Accepted recipients. */
  accepted: string[];
}

export interface Mailer {
  /**
   * Sends the mail. `beforeContent` is awaited before the first byte of content is sent: until then nothing can have been sent. After that
   * only a refusal proves that the mail was not sent.
   */
  send(mail: Mail, beforeContent: () => Promise<void>): Promise<Delivery>;
}

/** Refusal by the mail server: nothing was sent. `permanent`: a retry would be refused again. */
export class MailRefused extends Error {
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.name = 'MailRefused';
    this.permanent = permanent;
  }
}
