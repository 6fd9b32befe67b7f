import { createElement, Fragment, type ReactNode } from 'react';
import type { PlaceNames } from '../../../lib/i18n/fill.ts';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';

/** A sentence that holds more than words, whole for who translates it: `rich('Press {key} to send', { key: <kbd>Enter</kbd> })`. */
export function rich<const Text extends string>(text: Text, values: Readonly<Record<PlaceNames<Text>, ReactNode>>): ReactNode {
  // No values: the places stay, to be found here.
  return parts(t<string>(text), values);
}

/** The same with a number, which `{count}` is. */
export function richPlural<const One extends string, const Other extends string>(
  count: number,
  english: { one: One; other: Other },
  values: Readonly<Record<Exclude<PlaceNames<One | Other>, 'count'>, ReactNode>>,
): ReactNode {
  return parts(plural<string, string>(count, english), values);
}

function parts(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  // What is at odd places was in braces.
  return createElement(Fragment, null, ...text.split(/{(\w+)}/).map((part, at) => (at % 2 === 0 ? part : values[part])));
}
