/** Formats the seconds until the next attempt: "tra 40 secondi", "tra 15 minuti"; `null`: "più tardi". */
export function waitingTime(seconds: number | null): string {
  if (seconds === null) return 'più tardi';
  if (seconds < 90) return seconds === 1 ? 'tra 1 secondo' : `tra ${seconds} secondi`;
  return `tra ${Math.ceil(seconds / 60)} minuti`;
}
