import { t } from '../../lib/i18n/t.ts';
import type { JsonValue } from '../../lib/protocol/message.ts';
import type { ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { ShownValue } from '../ui/foreign/shown-value.tsx';
import { TextChange } from '../ui/foreign/text-change.tsx';
import { Icon } from '../ui/icon.tsx';
import { LongText } from '../ui/long-text.tsx';
import { rich } from '../ui/text/rich.tsx';
import { visibleLines } from '../ui/text/visible-name.ts';

interface ForeignRequestProps {
  subject: Extract<ApprovalRequest['subject'], { kind: 'foreign' }>;
  input: JsonValue;
}

/** A call of an MCP server's tool: its server, its own description, and the arguments. */
export function ForeignRequest({ subject, input }: ForeignRequestProps) {
  const { server, target, tool } = subject;
  return (
    <div className="flex flex-col gap-8px">
      <p>
        {rich('The tool {tool} of the MCP server {server} {address}', {
          tool: <code className="wrap-anywhere">{visibleLines(tool)}</code>,
          server: <strong>{server}</strong>,
          address: <code className="text-sm c-text-3 wrap-anywhere">{visibleLines(target)}</code>,
        })}
      </p>
      <Description subject={subject} />
      <ShownValue title={t('Arguments')} value={input} name={tool} />
    </div>
  );
}

/** Shown before the first use and after a change; folded if the user already knows it. */
function Description({ subject: { description, seen } }: Pick<ForeignRequestProps, 'subject'>) {
  const words = description === '' ? t('Nothing.') : visibleLines(description);
  switch (seen.status) {
    case 'new':
      return (
        <section aria-label={t('What the tool says of itself')} className="well p-8px text-sm">
          <p className="c-text-3 pb-4px">{t('What the tool says of itself. Nobody has checked it:')}</p>
          <p className="whitespace-pre-wrap wrap-anywhere">
            <LongText text={words} />
          </p>
        </section>
      );
    case 'changed':
      return (
        <section aria-label={t('What the tool says of itself')} className="text-sm">
          <p className="c-yellow pb-4px">
            <Icon name="i-lucide-triangle-alert" size={13} />{' '}
            {t('The tool has changed since you last saw it. It is another one than you allowed then.')}
          </p>
          <TextChange before={seen.before} after={description} />
        </section>
      );
    case 'seen':
      return (
        <details className="text-sm">
          <summary>{t('What the tool says of itself')}</summary>
          <p className="whitespace-pre-wrap wrap-anywhere c-text-2">
            <LongText text={words} />
          </p>
        </details>
      );
  }
}
