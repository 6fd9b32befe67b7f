import { type ReactNode, useMemo } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { JsonValue } from '../../../lib/protocol/message.ts';
import { OutputWell } from '../output-well.tsx';
import { visibleLines } from '../text/visible-name.ts';

/** Returns a value as text: one line per field of an object, except for strings of several lines. Invisible characters are escaped. */
function shownText(value: JsonValue): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return visibleLines(isObject ? Object.entries(value).map(fieldText).join('\n') : plainText(value));
}

function fieldText([name, value]: [string, JsonValue]): string {
  const text = plainText(value);
  return `${name}:${text.includes('\n') ? '\n' : ' '}${text}`;
}

function plainText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

interface ShownValueProps {
  title: string;
  value: JsonValue;
  /** Name of its tool or server, for the accessible name. */
  name: string;
}

/** Arguments or a result with a title; renders nothing if the value is empty. */
export function ShownValue({ title, value, name }: ShownValueProps): ReactNode {
  const text = useMemo(() => (isEmpty(value) ? '' : shownText(value)), [value]);
  if (text === '') return null;
  return (
    <section aria-label={title} className="well">
      <p className="well-row text-sm c-text-3">{title}</p>
      <OutputWell text={text} keep="start" label={t('{title} of {name}', { title, name })} />
    </section>
  );
}
