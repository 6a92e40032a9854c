interface SegmentProps<Id extends string> {
  items: readonly { id: Id; label: string }[];
  value: Id;
  onChange: (id: Id) => void;
  label: string;
}

/** Two or three views of the same thing: TABELLA / GRAFICO. */
export function Segment<Id extends string>({ items, value, onChange, label }: SegmentProps<Id>) {
  return (
    <div className="segment" role="group" aria-label={label}>
      {items.map((item) => (
        <button key={item.id} type="button" className={item.id === value ? 'is-on' : ''} aria-pressed={item.id === value} onClick={() => onChange(item.id)}>
          {item.label}
        </button>
      ))}
    </div>
  );
}
