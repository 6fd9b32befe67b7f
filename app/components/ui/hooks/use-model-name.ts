import { useStore } from '@nanostores/react';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActiveModel } from './use-active-model.ts';

/** The name of the model that the next step will use; empty until the models are known: a word there would be gone at once. */
export function useModelName(): string {
  const { models, problems } = useStore($models);
  const active = useActiveModel();
  if (active !== undefined) return active.name;
  return models.length > 0 || problems.length > 0 ? 'none' : '';
}
