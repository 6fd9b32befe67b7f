import type { DiffLayout } from '../../../lib/editor/create-diff-view.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Segments } from './segments.tsx';

interface LayoutChoiceProps {
  layout: DiffLayout;
  onChange: (layout: DiffLayout) => void;
}

const layouts = () =>
  [
    { id: 'unified', text: t('Unified'), command: 'changes-unified' },
    { id: 'split', text: t('Split'), command: 'changes-split' },
  ] as const;

/** Chooses the diff's layout: removed lines above the added ones, or side by side. */
export function LayoutChoice({ layout, onChange }: LayoutChoiceProps) {
  return <Segments segments={layouts()} current={layout} onChange={onChange} />;
}
