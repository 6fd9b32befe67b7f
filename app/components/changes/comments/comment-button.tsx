import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { commentsText } from './comments-text.ts';

interface CommentButtonProps {
  /** Says what is commented on. */
  name: string;
  size?: 20 | 24;
  onClick: () => void;
}

/** Begins a comment; where there is little room only its picture shows. */
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
      <span className="comment-begin-word">{commentsText.comment()}</span>
    </WorkButton>
  );
}
