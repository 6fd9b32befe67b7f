import type { EffectOf, ToolEffect } from './tool-effect.ts';

/** The first effect of a kind. In a file of its own: the start page asks it, and must not load zod. */
export function effectOf<Type extends ToolEffect['type']>(effects: readonly ToolEffect[], type: Type): EffectOf<Type> | undefined {
  return effects.find((effect): effect is EffectOf<Type> => effect.type === type);
}

export function effectsOfType<Type extends ToolEffect['type']>(effects: readonly ToolEffect[], type: Type): EffectOf<Type>[] {
  return effects.filter((effect): effect is EffectOf<Type> => effect.type === type);
}
