import { useStore } from '@nanostores/react';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActiveModel } from './use-active-model.ts';

/** Returns the name of the model for the next step; empty until the models are known. */
export function useModelName(): string {
  const { models, problems } = useStore($models);
  const active = useActiveModel();
  if (active !== undefined) return active.name;
  return models.length > 0 || problems.length > 0 ? 'none' : '';
}
