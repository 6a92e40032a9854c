import { z } from 'zod';

/** Schema fields of a mail in the data of a job that sends one. The mail is written at the request. */
export const mailMessage = {
  messageId: z.string().min(3).max(300),
  from: z.string().min(1).max(300),
  to: z.array(z.string().min(3).max(320)).min(1).max(200),
  subject: z.string().min(1).max(500),
  text: z.string().max(100_000),
  html: z.string().max(200_000),
  at: z.string().min(1).max(40),
};
