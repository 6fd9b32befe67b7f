import '../ui/segments.css';
import type { DiffLayout } from '../../lib/editor/create-diff-view.ts';
import { changesText } from './changes-text.ts';

interface LayoutChoiceProps {
  layout: DiffLayout;
  onChange: (layout: DiffLayout) => void;
}

/** Removed lines above the added ones, or before and after side by side. */
export function LayoutChoice({ layout, onChange }: LayoutChoiceProps) {
  return (
    <span className="segments layout-choice">
      {(['unified', 'split'] as const).map((each) => (
        <button key={each} type="button" className="segment" aria-pressed={each === layout} onClick={() => onChange(each)}>
          {changesText.layout[each]}
        </button>
      ))}
    </span>
  );
}
