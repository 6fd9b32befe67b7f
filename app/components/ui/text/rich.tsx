import { createElement, Fragment, type ReactNode } from 'react';
import type { PlaceNames } from '../../../lib/i18n/fill.ts';
import { t } from '../../../lib/i18n/t.ts';

/** A sentence that holds more than words, whole for who translates it: `rich('Press {key} to send', { key: <kbd>Enter</kbd> })`. */
export function rich<const Text extends string>(text: Text, values: Readonly<Record<PlaceNames<Text>, ReactNode>>): ReactNode {
  // No values: the places stay, to be found here.
  const parts = t<string>(text).split(/{(\w+)}/);
  const given: Readonly<Record<string, ReactNode>> = values;
  // What is at odd places was in braces.
  return createElement(Fragment, null, ...parts.map((part, at) => (at % 2 === 0 ? part : given[part])));
}
