import './find-panel.css';
import { Icon } from '../icon.tsx';

interface FindButtonProps {
  label: string;
  icon: string;
  /** For a switch. */
  isPressed?: boolean;
  onClick: () => void;
}

/** A button of a find bar. */
export function FindButton({ label, icon, isPressed, onClick }: FindButtonProps) {
  return (
    <button type="button" className="find-button" aria-label={label} title={label} aria-pressed={isPressed} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
