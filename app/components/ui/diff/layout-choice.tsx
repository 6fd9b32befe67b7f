import type { DiffLayout } from '../../../lib/editor/create-diff-view.ts';
import { Segments } from './segments.tsx';

interface LayoutChoiceProps {
  layout: DiffLayout;
  onChange: (layout: DiffLayout) => void;
}

const LAYOUTS = [
  { id: 'unified', text: 'Unified', command: 'changes-unified' },
  { id: 'split', text: 'Split', command: 'changes-split' },
] as const;

/** Removed lines above the added ones, or before and after side by side. */
export function LayoutChoice({ layout, onChange }: LayoutChoiceProps) {
  return <Segments segments={LAYOUTS} current={layout} onChange={onChange} />;
}
