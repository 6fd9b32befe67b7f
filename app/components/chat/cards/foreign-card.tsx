import { useStore } from '@nanostores/react';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { effectOf } from '../../../lib/protocol/effect-of.ts';
import type { JsonValue } from '../../../lib/protocol/message.ts';
import { $mcp } from '../../../lib/stores/mcp.ts';
import { CardFrame } from '../../ui/card-frame.tsx';
import { ShownValue } from '../../ui/foreign/shown-value.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OutputWell } from '../../ui/output-well.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { duration } from '../../ui/text/duration.ts';
import { visibleLines, visibleName } from '../../ui/text/visible-name.ts';
import { SentImages } from '../images/sent-images.tsx';
import { readableName } from '../tool-views/default-view.tsx';
import { FailureNote } from './failure-text.tsx';
import { fieldOf, isFinished, numberOf, type StepView, stepLabel, textOf } from './step-view.ts';

/** Returns the server and name of the step's tool: from the result, or before that from the servers that are ready. */
function useOrigin({ toolName, output }: StepView): { server: string; tool: string } | null {
  const servers = useStore($mcp);
  const server = textOf(output, 'server');
  if (server !== '') return { server, tool: textOf(output, 'tool') };
  for (const [name, state] of servers) {
    const tool = state.status === 'ready' ? state.tools.find(({ offeredAs }) => offeredAs === toolName) : undefined;
    if (tool !== undefined) return { server: name, tool: tool.name };
  }
  return null;
}

/** A call of an MCP server's tool. Shows server and tool; the arguments and the parts of the result are folded. */
export function ForeignCard({ step }: { step: StepView }) {
  const origin = useOrigin(step);
  const name = origin === null ? readableName(step.toolName) : visibleName(origin.tool);
  const saysFailed = fieldOf(step.output, 'isError') === true;
  const hasFailed = saysFailed || (step.state === 'error' && step.errorCode !== 'denied');
  const isLive = !isFinished(step);
  const server = origin === null ? t('MCP server') : visibleName(origin.server);
  return (
    <CardFrame
      label={stepLabel(`${server}: ${name}`, '', saysFailed ? { ...step, state: 'error' } : step)}
      edge={isLive ? 'amber' : hasFailed ? 'red' : 'rest'}
      isOpenByDefault={hasFailed}
      header={
        <>
          <Icon
            name={hasFailed ? 'i-lucide-circle-x' : 'i-lucide-plug'}
            className={isLive ? 'c-accent' : hasFailed ? 'c-red' : 'c-text-2'}
          />
          <span className="c-text-3 shrink-0 max-w-1/2 truncate">{server}</span>
          <span className="mono text-sm truncate flex-1">{name}</span>
          {step.durationMs !== null && <span className="text-sm c-text-3 tabular">{duration(step.durationMs)}</span>}
          {isLive && <Spinner size={12} />}
          {step.state === 'success' && !saysFailed && <Icon name="i-lucide-check" className="c-green" />}
        </>
      }
    >
      <FailureNote step={step} />
      <ShownValue title={t('Arguments')} value={step.input} name={name} />
      {step.state === 'success' && <Answer step={step} name={name} saysFailed={saysFailed} />}
    </CardFrame>
  );
}

function Answer({ step: { output, effects }, name, saysFailed }: { step: StepView; name: string; saysFailed: boolean }) {
  const images = effectOf(effects ?? [], 'images-answered')?.images ?? [];
  const content = fieldOf(output, 'content');
  const parts = Array.isArray(content) ? content : [];
  return (
    <>
      <p className={`text-sm ${saysFailed ? 'c-red' : 'c-text-3'}`}>
        {t(saysFailed ? 'The tool says that it failed. What it answered:' : 'What the server answered, untrusted:')}
      </p>
      {parts.length === 0 && <p className="text-sm c-text-3">{t('Nothing.')}</p>}
      {parts.map((part, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a result never change
          key={index}
          part={part}
          label={parts.length === 1 ? t('Result of {name}', { name }) : t('Result {number} of {name}', { number: index + 1, name })}
        />
      ))}
      <SentImages images={images} />
      <ShownValue title={t('Structured')} value={fieldOf(output, 'structured') ?? null} name={name} />
    </>
  );
}

function Part({ part, label }: { part: JsonValue; label: string }) {
  if (typeof part === 'string') return <Text text={part} label={label} />;
  const type = textOf(part, 'type');
  const about = partText(type, part);
  const text = textOf(part, 'text');
  return (
    <>
      {about !== '' && (
        <p className="text-sm c-text-2 wrap-anywhere">
          <Icon name={PART_ICONS.get(type) ?? 'i-lucide-file'} className="c-text-3" /> {visibleLines(about)}
        </p>
      )}
      {text !== '' && <Text text={text} label={label} />}
    </>
  );
}

function Text({ text, label }: { text: string; label: string }) {
  return (
    <div className="well">
      <OutputWell text={visibleLines(text)} keep="start" label={label} />
    </div>
  );
}

const PART_ICONS: ReadonlyMap<string, string> = new Map([
  ['image', 'i-lucide-image'],
  ['audio', 'i-lucide-audio-lines'],
  ['resource-link', 'i-lucide-link'],
]);

function partText(type: string, part: JsonValue): string {
  switch (type) {
    case 'image':
      return plural(
        numberOf(part, 'byteCount') ?? 0,
        { one: 'A picture, {type}, {count} byte', other: 'A picture, {type}, {count} bytes' },
        { type: textOf(part, 'mimeType') },
      );
    case 'audio':
      return plural(
        numberOf(part, 'byteCount') ?? 0,
        { one: 'A sound, {type}, {count} byte', other: 'A sound, {type}, {count} bytes' },
        { type: textOf(part, 'mimeType') },
      );
    case 'resource':
      return textOf(part, 'uri');
    case 'resource-link':
      return `${textOf(part, 'name')} ${textOf(part, 'uri')}`.trim();
    default:
      return '';
  }
}
