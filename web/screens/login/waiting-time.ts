/** When to try again, from the seconds the portal says: "tra 40 secondi", "tra 15 minuti", "più tardi". */
export function waitingTime(seconds: number | null): string {
  if (seconds === null) return 'più tardi';
  if (seconds < 90) return seconds === 1 ? 'tra 1 secondo' : `tra ${seconds} secondi`;
  return `tra ${Math.ceil(seconds / 60)} minuti`;
}
