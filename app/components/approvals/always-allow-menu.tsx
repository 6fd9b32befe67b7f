import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import type { ApprovalAnswer, ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { useActions } from '../shell/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { patternOf } from './waiting-call.ts';

interface AlwaysAllowMenuProps {
  approval: ApprovalRequest;
  onAnswer: (answer: ApprovalAnswer) => void;
}

function Item({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item className="menu-item" onSelect={onSelect}>
      <span>{children}</span>
    </DropdownMenu.Item>
  );
}

/** For a command: rules as narrow or wide as the person says. */
function CommandItems({ approval, command, onAnswer }: AlwaysAllowMenuProps & { command: string }) {
  const pattern = patternOf(approval);
  function remember(rule: string, scope: 'chat' | 'always') {
    onAnswer({ decision: 'approve', remember: { pattern: rule, scope } });
  }
  return (
    <>
      <Item onSelect={() => remember(command, 'chat')}>
        In this chat: exactly <code>{command}</code>
      </Item>
      <Item onSelect={() => remember(command, 'always')}>
        Always: exactly <code>{command}</code>
      </Item>
      {pattern !== null && (
        <Item onSelect={() => remember(pattern, 'always')}>
          Always: <code>{pattern}</code>
        </Item>
      )}
    </>
  );
}

/** Approves and says for how long: once, by a rule, or (files) by the setting that stands in Settings → Agent. */
export function AlwaysAllowMenu({ approval, onAnswer }: AlwaysAllowMenuProps) {
  const actions = useActions();
  const { subject } = approval;
  function approveAllFiles() {
    actions.updateAgentSettings(subject.kind === 'file_create' ? { autoApproveFileCreation: true } : { autoApproveFileModification: true });
    onAnswer({ decision: 'approve' });
  }
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <Button variant="ghost">Always allow…</Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu approval-menu" align="start" sideOffset={4} collisionPadding={8}>
          <Item onSelect={() => onAnswer({ decision: 'approve' })}>Once</Item>
          {subject.kind === 'command' && approval.toolName === 'devonz_run_command' && (
            <CommandItems approval={approval} command={subject.command} onAnswer={onAnswer} />
          )}
          {subject.kind !== 'command' && (
            <Item onSelect={approveAllFiles}>
              {subject.kind === 'file_create' ? 'All new files, from now on' : 'All file changes, from now on'}
            </Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
