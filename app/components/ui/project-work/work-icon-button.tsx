import type { ComponentProps } from 'react';
import { useReadingOnly } from '../hooks/use-reading-only.ts';
import { IconButton } from '../icon-button.tsx';

/** Like `WorkButton`, with only an icon. */
export function WorkIconButton(props: ComponentProps<typeof IconButton>) {
  return <IconButton {...props} {...useReadingOnly(props['aria-describedby'])} />;
}
