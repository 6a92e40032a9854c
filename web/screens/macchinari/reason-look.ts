import { CircleAlert, Wrench } from 'lucide-react';
import { isStop } from '#contracts/modules/macchinari.ts';

/** Returns colour and icon of a reason; a stopped machine is more urgent than due maintenance. */
export const reasonLook = (reason?: string) =>
  isStop(reason) ? ({ tone: 'danger-solid', icon: CircleAlert } as const) : ({ tone: 'due', icon: Wrench } as const);
