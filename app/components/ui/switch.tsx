interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Id of the element that describes it. */
  describedBy?: string;
}

/** A setting that takes effect at once. */
export function Switch({ label, isOn, onChange, describedBy }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-describedby={describedBy}
      className="switch"
      onClick={() => onChange(!isOn)}
    >
      <span className="switch-knob" />
    </button>
  );
}
