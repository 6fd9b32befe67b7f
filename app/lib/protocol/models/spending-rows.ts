import { connectionIdOf } from './active-model.ts';
import { type ModelSpending, type SpendingDays, sumOf } from './spending.ts';

export type SpendingBy = 'day' | 'provider' | 'model';

export interface SpendingRow extends ModelSpending {
  name: string;
}

/** The usage summed by day or by model: days newest first, everything else most expensive first. */
export function spendingRows(days: SpendingDays, by: SpendingBy): SpendingRow[] {
  const groups = new Map<string, ModelSpending[]>();
  for (const [day, models] of Object.entries(days)) {
    for (const [modelId, spending] of Object.entries(models)) {
      const name = by === 'day' ? day : by === 'model' ? modelId : connectionIdOf(modelId) || modelId;
      groups.set(name, [...(groups.get(name) ?? []), spending]);
    }
  }
  const rows = [...groups].map(([name, spendings]) => ({ name, ...sumOf(spendings) }));
  if (by === 'day') return rows.sort((one, other) => other.name.localeCompare(one.name));
  return rows.sort((one, other) => other.dollars - one.dollars || other.input + other.output - (one.input + one.output));
}
