import { Button, type ButtonProps } from '../button.tsx';
import { useReadingOnly } from '../hooks/use-reading-only.ts';

/** A button that changes the project or starts the agent. While another tab works on the project, it is disabled and says why. */
export function WorkButton(props: ButtonProps) {
  return <Button {...props} {...useReadingOnly(props['aria-describedby'])} />;
}
