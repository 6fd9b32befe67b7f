import { DropdownMenu } from 'radix-ui';
import { t } from '../../lib/i18n/t.ts';
import type { TerminalRequest } from '../../lib/terminal/terminal-request.ts';
import { useAfterMenu } from '../ui/hooks/use-after-menu.ts';
import { NARROW_QUERY, useMediaQuery } from '../ui/hooks/use-media-query.ts';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';

interface TerminalToolsProps {
  hasSelection: boolean;
  isAgent: boolean;
  canRestart: boolean;
  onRequest: (request: TerminalRequest) => void;
}

interface Tool {
  request: TerminalRequest;
  icon: string;
  label: string;
}

/** The ids of their commands. */
const COMMANDS: Readonly<Record<TerminalRequest, string>> = {
  find: 'find-in-terminal',
  send: 'send-from-terminal',
  copy: 'copy-from-terminal',
  clear: 'clear-terminal',
  rename: 'rename-terminal',
  restart: 'restart-terminal',
};

/** Tools that move the focus. */
const LEADS_AWAY: ReadonlySet<TerminalRequest> = new Set(['find', 'send', 'rename', 'restart']);

/** Disabled in a tab that only follows another. */
const CHANGES_WORK: ReadonlySet<TerminalRequest> = new Set(['send', 'restart']);

/** The tools of the shown terminal: a row of buttons, or a menu in a narrow window. */
export function TerminalTools({ hasSelection, isAgent, canRestart, onRequest }: TerminalToolsProps) {
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const reading = useReadingOnly();
  const tools: readonly Tool[] = [
    { request: 'find', icon: 'i-lucide-search', label: t('Find in the terminal') },
    {
      request: 'send',
      icon: 'i-lucide-corner-up-left',
      label: hasSelection ? t('Send the selection to the agent') : t('Send what is in view to the agent'),
    },
    { request: 'copy', icon: 'i-lucide-copy', label: hasSelection ? t('Copy the selection') : t('Copy what is in view') },
    { request: 'clear', icon: 'i-lucide-eraser', label: t('Clear the terminal') },
    ...(canRestart ? [{ request: 'restart', icon: 'i-lucide-rotate-cw', label: t('Start the shell again') } as const] : []),
  ];
  const attributesOf = (request: TerminalRequest) => (CHANGES_WORK.has(request) ? reading : {});
  if (isNarrow) {
    const rename: Tool = { request: 'rename', icon: 'i-lucide-pencil', label: t('Rename the terminal') };
    return <ToolMenu tools={isAgent ? tools : [...tools, rename]} attributesOf={attributesOf} onRequest={onRequest} />;
  }
  return tools.map(({ request, icon, label }) => (
    <IconButton
      key={request}
      icon={icon}
      label={label}
      iconSize={14}
      data-command={COMMANDS[request]}
      onClick={() => onRequest(request)}
      {...attributesOf(request)}
    />
  ));
}

interface ToolMenuProps extends Pick<TerminalToolsProps, 'onRequest'> {
  tools: readonly Tool[];
  attributesOf: (request: TerminalRequest) => ReturnType<typeof useReadingOnly>;
}

function ToolMenu({ tools, attributesOf, onRequest }: ToolMenuProps) {
  const { runAfter, onCloseAutoFocus } = useAfterMenu();
  const choose = (request: TerminalRequest) => {
    if (LEADS_AWAY.has(request)) runAfter(() => onRequest(request));
    else onRequest(request);
  };
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <IconButton icon="i-lucide-ellipsis" label={t('More for this terminal')} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8} onCloseAutoFocus={onCloseAutoFocus}>
          {tools.map(({ request, icon, label }) => (
            <DropdownMenu.Item
              key={request}
              className="menu-item"
              data-command={COMMANDS[request]}
              onSelect={() => choose(request)}
              {...attributesOf(request)}
            >
              <Icon name={icon} />
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
