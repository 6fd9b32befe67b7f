import type { Asker } from '../../lib/protocol/tool-call.ts';
import { Icon } from '../ui/icon.tsx';
import { visibleName } from '../ui/text/visible-name.ts';

/** Which sub-agent asks, for which task, and what it may write. */
export function AskerLine({ asker: { task, scope } }: { asker: Asker }) {
  const may = scope === null ? 'It only reads.' : `It may write only ${visibleName(scope.join(', '))}.`;
  return (
    <p className="why">
      <Icon name="i-lucide-bot" size={16} className="c-accent" />
      <span className="break-words">
        <strong>Sub-agent</strong> for the task “{visibleName(task)}”. {may}
      </span>
    </p>
  );
}
