import type { BuiltinFactory } from './node-host.ts';

/** Builtin modules beyond the everyday ones. */
export const moreBuiltins: Record<string, BuiltinFactory> = {};
