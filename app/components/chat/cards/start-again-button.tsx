import type { EndedProcess } from '../../../lib/stores/terminals.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';

export function StartAgainButton({ ended }: { ended: EndedProcess }) {
  const actions = useActions('terminals');
  return (
    <WorkButton size={24} aria-label={`Start ${ended.command} again`} onClick={() => void actions.startAgain([ended])}>
      Start again
    </WorkButton>
  );
}
