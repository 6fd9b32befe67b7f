import { DropdownMenu } from 'radix-ui';
import { Fragment, type ReactNode } from 'react';
import { buttonName } from '../../lib/button-names/button-name.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { type RuleSuggestion, suggestRules } from '../../lib/settings/suggest-rules.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { Icon } from '../ui/icon.tsx';

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

const DAYS = [
  { days: 1, text: () => t('For 1 day') },
  { days: 7, text: () => t('For 7 days') },
  { days: 30, text: () => t('For 30 days') },
] as const;

/** Items for a command: rules of different scope and duration. */
function CommandItems({ approval, onAnswer }: AlwaysAllowMenuProps) {
  const offer = suggestRules(approval);
  if (offer.status === 'none') {
    return (
      <p className="text-sm max-w-320px py-6px px-8px c-text-3">
        {t('It asks every time: no rule overrides a guard ({why}).', { why: offer.why })}
      </p>
    );
  }
  function remember({ patterns: [pattern, ...also] }: RuleSuggestion, scope: 'chat' | 'always', days?: number) {
    const until = days === undefined ? {} : { days };
    onAnswer({ decision: 'approve', remember: { pattern, scope, ...(also.length === 0 ? {} : { also }), ...until } });
  }
  const [narrowest] = offer.suggestions;
  return (
    <>
      {narrowest !== undefined && <Item onSelect={() => remember(narrowest, 'chat')}>{t('In this chat: exactly this')}</Item>}
      {offer.suggestions.map((suggestion) => (
        <DropdownMenu.Sub key={suggestion.patterns.join(' ')}>
          <DropdownMenu.SubTrigger className="menu-item">
            <SuggestionText suggestion={suggestion} />
            <Icon name="i-lucide-chevron-right" size={14} className="c-text-3" />
          </DropdownMenu.SubTrigger>
          <DropdownMenu.Portal>
            <DropdownMenu.SubContent className="menu" sideOffset={4} collisionPadding={8}>
              <Item onSelect={() => remember(suggestion, 'always')}>{t('Until I remove it')}</Item>
              {DAYS.map(({ days, text }) => (
                <Item key={days} onSelect={() => remember(suggestion, 'always', days)}>
                  {text()}
                </Item>
              ))}
            </DropdownMenu.SubContent>
          </DropdownMenu.Portal>
        </DropdownMenu.Sub>
      ))}
    </>
  );
}

function SuggestionText({ suggestion: { patterns, alsoAllows } }: { suggestion: RuleSuggestion }) {
  return (
    <span className="flex-1 min-w-0">
      {t('In every chat:')}{' '}
      {patterns.map((pattern, index) => (
        <Fragment key={pattern}>
          {index > 0 && ', '}
          <code>{pattern}</code>
        </Fragment>
      ))}
      <span className="block text-sm c-text-3">{t('Also allows {alsoAllows}.', { alsoAllows })}</span>
    </span>
  );
}

/** Approves once or for longer: a command with a rule, a server’s tool with a verdict, files with the setting in Settings → Agent. */
export function AlwaysAllowMenu({ approval, onAnswer }: AlwaysAllowMenuProps) {
  const actions = useActions('settings');
  const mcp = useActions('mcp');
  const reading = useReadingOnly();
  const { subject } = approval;
  const holdsLonger = subject.kind !== 'command' || (approval.action === 'run' && suggestRules(approval).status === 'offered');
  function allowTool({ server, tool }: Extract<ApprovalRequest['subject'], { kind: 'foreign' }>) {
    mcp.setMcpVerdict(server, tool, 'allow');
    onAnswer({ decision: 'approve' });
  }
  function approveAllFiles() {
    actions.updateAgentSettings(subject.kind === 'file_create' ? { autoApproveFileCreation: true } : { autoApproveFileModification: true });
    onAnswer({ decision: 'approve' });
  }
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <Button variant="ghost" {...reading}>
          {buttonName('always-allow')}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu max-w-[min(360px,calc(100vw_-_24px))]" align="start" sideOffset={4} collisionPadding={8}>
          <Item onSelect={() => onAnswer({ decision: 'approve' })}>{t('Once')}</Item>
          {subject.kind === 'command' && approval.action === 'run' && <CommandItems approval={approval} onAnswer={onAnswer} />}
          {subject.kind === 'foreign' && (
            <Item onSelect={() => allowTool(subject)}>{t('In every chat: this tool of {server}', { server: subject.server })}</Item>
          )}
          {subject.kind !== 'command' && subject.kind !== 'foreign' && (
            <Item onSelect={approveAllFiles}>
              {subject.kind === 'file_create' ? t('In every chat: all new files') : t('In every chat: all file changes')}
            </Item>
          )}
          {holdsLonger && (
            <p className="text-sm max-w-320px py-6px px-8px c-text-3">
              {t('You take it back in Settings → {tab}.', { tab: subject.kind === 'foreign' ? t('MCP servers') : t('Agent') })}
            </p>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
