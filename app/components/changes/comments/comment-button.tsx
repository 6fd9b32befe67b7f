import { t } from '../../../lib/i18n/t.ts';
import { WorkButton } from '../../ui/project-work/work-button.tsx';

interface CommentButtonProps {
  /** Names the part that the comment is about. */
  name: string;
  size?: 20 | 24;
  onClick: () => void;
}

/** Begins a comment. If space is short, only its icon is shown. */
export function CommentButton({ name, size = 20, onClick }: CommentButtonProps) {
  return (
    <WorkButton
      variant="ghost"
      size={size}
      icon="i-lucide-message-square-plus"
      className="comment-begin"
      aria-label={name}
      title={name}
      onClick={onClick}
    >
      <span className="comment-begin-word">{t('Comment')}</span>
    </WorkButton>
  );
}
