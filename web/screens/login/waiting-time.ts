/** When to try again, from the seconds the portal says: "tra 40 secondi", "tra 15 minuti", "più tardi". */
export function waitingTime(secondi: number | null): string {
  if (secondi === null) return 'più tardi';
  if (secondi < 90) return secondi === 1 ? 'tra 1 secondo' : `tra ${secondi} secondi`;
  return `tra ${Math.ceil(secondi / 60)} minuti`;
}
