import { Segment } from '#web/ui/inputs/Segment.tsx';

interface UnitSegmentProps {
  units: readonly string[];
  unit: string;
  onUnit(unit: string): void;
}

/** Chooses a chart's unit; quantities of different units are never added up. */
export function UnitSegment({ units, unit, onUnit }: UnitSegmentProps) {
  return (
    <Segment
      aria-label="Unità di misura"
      className="!h-7"
      value={unit}
      onChange={onUnit}
      options={units.map((value) => ({ value, label: value || 'senza unità' }))}
    />
  );
}
