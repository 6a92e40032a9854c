import type { OpenOutbox } from '#web/offline/outbox/index.ts';

/** Operations on the calls that wait on the device. */
export type Waiting = OpenOutbox['waiting'];
