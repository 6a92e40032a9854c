/** Lists all reasons, one per line. */
export function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <>
      {reasons.map((reason) => (
        <span key={reason} className="block">
          {reason}
        </span>
      ))}
    </>
  );
}
