import type { JqValue } from '../jq-value.ts';

export type JqFunction = (input: JqValue, ...args: JqValue[]) => JqValue;
