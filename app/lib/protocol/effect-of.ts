import type { EffectOf, ToolEffect } from './tool-effect.ts';

/** The first effect of a kind. It has its own file because the start page uses it and must not load zod. */
export function effectOf<Type extends ToolEffect['type']>(effects: readonly ToolEffect[], type: Type): EffectOf<Type> | undefined {
  return effects.find((effect): effect is EffectOf<Type> => effect.type === type);
}

export function effectsOfType<Type extends ToolEffect['type']>(effects: readonly ToolEffect[], type: Type): EffectOf<Type>[] {
  return effects.filter((effect): effect is EffectOf<Type> => effect.type === type);
}
