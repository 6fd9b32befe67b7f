import { t } from '../../lib/i18n/t.ts';
import { useCopy } from './hooks/use-copy.ts';
import { IconButton } from './icon-button.tsx';

interface CopyButtonProps {
  /** The name and tooltip, such as “Copy the code”. */
  label: string;
  /** Called when the button is pressed, because the text may still grow. */
  text: () => string;
  iconSize?: number;
  className?: string;
}

/** An unobtrusive button next to what it copies. Its name does not change; its icon and tooltip show the result. */
export function CopyButton({ label, text, iconSize = 14, className }: CopyButtonProps) {
  const { state, copy } = useCopy();
  const { icon, tip } = {
    ready: { icon: 'i-lucide-copy', tip: label },
    copied: { icon: 'i-lucide-check', tip: t('Copied') },
    refused: { icon: 'i-lucide-circle-x', tip: t('Not copied') },
  }[state];
  return <IconButton icon={icon} iconSize={iconSize} label={label} tip={tip} className={className} onClick={() => void copy(text())} />;
}
