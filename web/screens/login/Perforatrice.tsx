/** The drilling rig, drawn in lines. */
export function Perforatrice() {
  return (
    <g transform="translate(371 252) scale(.93)" className="stroke-ink" fill="none" strokeWidth="1.75" strokeLinejoin="round" strokeLinecap="round">
      <rect x="-96" y="-26" width="128" height="26" rx="13" className="fill-canvas" /><circle cx="-83" cy="-13" r="7" /><circle cx="19" cy="-13" r="7" /><path d="M-66-5h68M-66-21h68" />
      <path d="M-92-34h118l6-10v-34h-54v-18h-30v18h-46z" className="fill-canvas" /><path d="M-22-78v44M-84-68h22M-84-58h22M-84-48h22" /><path d="M-46-90h16v10h-22z" />
      <path d="M32-62 58-98M26-40l32-8" strokeWidth="3" />
      <path d="M54-236h20V0H54z" className="fill-canvas" />
      <path d="m54-216 20-20M54-196l20-20M54-176l20-20M54-156l20-20M54-136l20-20M54-76l20-20M54-56l20-20M54-36l20-20M54-16l20-20" />
      <path d="M48-244h44v8H48z" className="fill-canvas" /><path d="M74-124h22v26H74z" className="fill-canvas" /><path d="M85-236v112" />
      <path d="M80-98h10v10H80z" className="fill-canvas" /><path d="M85-88V2" strokeWidth="2.5" /><path d="M76-8h18v8H76z" className="fill-canvas" />
    </g>
  );
}
