import { STREAM_EVENTS, type LiveChange, type Presence } from '#contracts/core/live-changes.ts';

/** Milliseconds after which a browser connects again when the portal stops in order. */
const RETRY_MS = 2000;

/** Formats a change as an event of the stream; JSON has no line breaks of its own. */
export const changeFrame = (position: string, change: LiveChange): string => `id: ${position}\ndata: ${JSON.stringify(change)}\n\n`;

/** Formats presence. It has no position, so a stream that is cut goes on where its changes ended. */
export const presenceFrame = (presence: Presence): string => `event: ${STREAM_EVENTS.presence}\ndata: ${JSON.stringify(presence)}\n\n`;

/** Formats the notice that changes are missing, after which the screen reads everything again. */
export const restartFrame = (position: string): string => `${idLine(position)}event: ${STREAM_EVENTS.restart}\ndata: {}\n\n`;

/** Formats a sign of life. Its position lets a stream without changes for its reader go on from here too. */
export const heartbeatFrame = (position: string): string => `:\n${idLine(position)}\n`;

/** Formats the end of an orderly stop. */
export const farewellFrame = `retry: ${RETRY_MS}\n\n`;

/** The log of a fresh portal has no position yet. */
const idLine = (position: string): string => (position === '' ? '' : `id: ${position}\n`);
