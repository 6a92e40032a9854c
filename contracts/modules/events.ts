import type { ModuleFacts } from '../core/facts.ts';
import { mailEvents } from '../jobs/mail.events.ts';
import { acciseEvents } from './accise/closing.events.ts';
import { cantieriEvents } from './cantieri.events.ts';
import { contabilitaEvents } from './contabilita/event.ts';
import { demoEvents } from './demo.events.ts';
import { forgetEvents } from './forget.events.ts';
import { guastiEvents } from './guasti/guasti.events.ts';
import { produzioneFacts } from './produzione.events.ts';
import { dossierEvents } from './scadenze/dossier.events.ts';
import { remindersChronicle } from './scadenze/reminder-chronicle.ts';
import { reminderEvents } from './scadenze/reminder.events.ts';
import { seenEvents } from './scadenze/seen-deadline.events.ts';
import { utentiEvents } from './utenti.events.ts';

/** Event schemas of all modules. The browser must not import this list: it appends no events, and zod is large. */
export const FACTS: readonly ModuleFacts[] = [
  { of: 'accise', events: acciseEvents },
  { of: 'cantieri', events: { ...cantieriEvents, ...seenEvents.cantiere, ...dossierEvents.cantiere } },
  { of: 'guasti', events: guastiEvents },
  { of: 'macchinari', events: seenEvents.macchina },
  { of: 'noleggi', events: seenEvents.noleggio },
  { of: 'personale', events: { ...seenEvents.lavoratore, ...dossierEvents.lavoratore, ...forgetEvents } },
  { of: 'scadenze', events: { ...seenEvents.ditta, ...reminderEvents }, chronicles: [remindersChronicle] },
  produzioneFacts,
  { of: 'posta', events: mailEvents },
  { of: 'utenti', events: utentiEvents },
  { of: 'contabilita-lavoratori', events: contabilitaEvents },
  { of: 'demo', events: demoEvents },
];
