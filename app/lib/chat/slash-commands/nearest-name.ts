import { editDistance } from '../../protocol/texts/edit-distance.ts';

/** The name with the smallest edit distance; undefined if there are no names. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  const [nearest] = names
    .map((known) => ({ known, distance: editDistance(wanted, known.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.known;
}
