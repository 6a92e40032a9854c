import { z } from 'zod';
import { isCalendarDate } from '../core/dates.ts';
import { defineJob } from './define-job.ts';

const night = z.strictObject({ giorno: z.string().refine(isCalendarDate) });

/** The backup of one night. */
export const salvataggio = defineJob({ kind: 'salvataggio', data: night, oneAtATime: true, ofThePortal: true, keepsRow: true });

/** A restore tried beside the portal, and compared with it. */
export const provaRipristino = defineJob({ kind: 'prova-ripristino', data: night, oneAtATime: true, ofThePortal: true, keepsRow: true });
