import type { ReadModule } from '../catalogue.ts';
import { hoursOverdue } from '../scadenze/due.ts';

export const personaleReads: ReadModule = { name: 'personale', computed: { personale: { manutenzione_oltre: hoursOverdue } } };
