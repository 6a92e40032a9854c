/** Every reason, a line each. */
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
