import { t } from '../../lib/i18n/t.ts';
import { useCopy } from './hooks/use-copy.ts';
import { IconButton } from './icon-button.tsx';

interface CopyButtonProps {
  /** What it copies, as its name and tooltip: “Copy the code”. */
  label: string;
  /** Asked for when it is pressed: what is copied may still grow. */
  text: () => string;
  iconSize?: number;
  className?: string;
}

/** A quiet button beside what it copies. Its name stays, its picture and tooltip say how it went. */
export function CopyButton({ label, text, iconSize = 14, className }: CopyButtonProps) {
  const { state, copy } = useCopy();
  const { icon, tip } = {
    ready: { icon: 'i-lucide-copy', tip: label },
    copied: { icon: 'i-lucide-check', tip: t('Copied') },
    refused: { icon: 'i-lucide-circle-x', tip: t('Not copied') },
  }[state];
  return <IconButton icon={icon} iconSize={iconSize} label={label} tip={tip} className={className} onClick={() => void copy(text())} />;
}
