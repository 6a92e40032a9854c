/** Entry point of the code for offline writes, loaded by the shell. */
export { device } from '#web/offline/outbox/index.ts';
