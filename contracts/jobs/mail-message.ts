import { z } from 'zod';

/** A mail as a job sends it, written when it was asked for: what a job that sends one is given, beside its own. */
export const mailMessage = {
  messageId: z.string().min(3).max(300),
  from: z.string().min(1).max(300),
  to: z.array(z.string().min(3).max(320)).min(1).max(200),
  subject: z.string().min(1).max(500),
  text: z.string().max(100_000),
  html: z.string().max(200_000),
  at: z.string().min(1).max(40),
};
