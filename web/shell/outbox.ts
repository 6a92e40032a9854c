/** What waits on the device, as the shell starts it. */
export { device } from '#web/offline/outbox/index.ts';
