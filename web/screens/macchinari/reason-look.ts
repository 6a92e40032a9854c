import { CircleAlert, Wrench } from 'lucide-react';
import { isStop } from '#contracts/modules/macchinari.ts';

/** A machine that stands still is more than one that is due. */
export const reasonLook = (reason?: string) =>
  isStop(reason) ? ({ tone: 'danger-solid', icon: CircleAlert } as const) : ({ tone: 'due', icon: Wrench } as const);
