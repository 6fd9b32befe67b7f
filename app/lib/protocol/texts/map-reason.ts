import type { Reason, ReasonValue } from './reason.ts';

/** The same reason with each text value replaced by `map`, for example to remove keys. */
export function mapReason({ text, values }: Reason, map: (value: string) => string): Reason {
  if (values === undefined) return { text };
  const mapped = (value: ReasonValue): ReasonValue => {
    if (typeof value === 'object') return mapReason(value, map);
    return typeof value === 'string' ? map(value) : value;
  };
  return { text, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mapped(value)])) };
}
