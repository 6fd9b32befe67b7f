import './find-panel.css';
import { Icon } from '../icon.tsx';

interface FindButtonProps {
  label: string;
  icon: string;
  /** Of a switch. */
  isPressed?: boolean;
  onClick: () => void;
}

/** A button of a bar that finds. */
export function FindButton({ label, icon, isPressed, onClick }: FindButtonProps) {
  return (
    <button type="button" className="find-button" aria-label={label} title={label} aria-pressed={isPressed} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
