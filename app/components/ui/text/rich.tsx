import { createElement, Fragment, type ReactNode } from 'react';
import type { PlaceNames } from '../../../lib/i18n/fill.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Translates a sentence with embedded elements as a whole: `rich('Press {key} to send', { key: <kbd>Enter</kbd> })`. */
export function rich<const Text extends string>(text: Text, values: Readonly<Record<PlaceNames<Text>, ReactNode>>): ReactNode {
  // Called without values, so that the placeholders remain for the split.
  const parts = t<string>(text).split(/{(\w+)}/);
  const given: Readonly<Record<string, ReactNode>> = values;
  // Parts at odd indices are placeholder names.
  return createElement(Fragment, null, ...parts.map((part, at) => (at % 2 === 0 ? part : given[part])));
}
