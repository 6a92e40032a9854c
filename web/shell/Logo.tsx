/** Logo of Strato: soil layers with a drill string through them. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="flex-none">
      <rect width="24" height="24" rx="5" className="fill-accent" />
      <g className="stroke-on-accent" fill="none" strokeWidth="1.75" strokeLinecap="round">
        <path d="M5 8.5h4.2M14.8 8.5H19" />
        <path d="M5 13h4.2M14.8 13H19" opacity=".72" />
        <path d="M5 17.5h4.2M14.8 17.5H19" opacity=".45" />
      </g>
      <path d="M12 4.5v15" className="stroke-on-accent" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
