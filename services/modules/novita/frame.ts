import { STREAM_EVENTS, type LiveChange, type Presence } from '#contracts/core/live-changes.ts';

/** Milliseconds that a browser waits before it connects again after an orderly stop of the portal. */
const RETRY_MS = 2000;

/** Formats a change as an event of the stream. The data fits on one line, since JSON text has no line breaks. */
export const changeFrame = (position: string, change: LiveChange): string => `id: ${position}\ndata: ${JSON.stringify(change)}\n\n`;

/** Formats the presence at a record. The event has no id, so a client that reconnects resumes after the last change. */
export const presenceFrame = (presence: Presence): string => `event: ${STREAM_EVENTS.presence}\ndata: ${JSON.stringify(presence)}\n\n`;

/** Formats the event that tells a client to read everything again because it missed changes. */
export const restartFrame = (position: string): string => `${idLine(position)}event: ${STREAM_EVENTS.restart}\ndata: {}\n\n`;

/** Formats a heartbeat. Its id lets a client resume from this position even if no change was for that client. */
export const heartbeatFrame = (position: string): string => `:\n${idLine(position)}\n`;

/** Last frame of an orderly stop; sets the time after which the client connects again. */
export const farewellFrame = `retry: ${RETRY_MS}\n\n`;

/** Returns the `id` line of a frame; empty for a new portal, whose log has no position yet. */
const idLine = (position: string): string => (position === '' ? '' : `id: ${position}\n`);
