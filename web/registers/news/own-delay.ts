/** Milliseconds after which a change by the same person counts as news: sooner it may be this tab's own, whose answer is still to come. */
export const OWN_DELAY_MS = 3000;
