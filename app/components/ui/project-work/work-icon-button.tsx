import type { ComponentProps } from 'react';
import { useReadingOnly } from '../hooks/use-reading-only.ts';
import { IconButton } from '../icon-button.tsx';

/** As `WorkButton`, without words. */
export function WorkIconButton(props: ComponentProps<typeof IconButton>) {
  return <IconButton {...props} {...useReadingOnly(props['aria-describedby'])} />;
}
