import { useStore } from '@nanostores/react';
import { placeName } from '../../../lib/protocol/machines/place-name.ts';
import { $place } from '../../../lib/stores/workbench.ts';

/** The prompt before a command: on a real machine it says whose. */
export function CommandPrompt() {
  const place = useStore($place);
  return (
    <>
      {place !== null && <span className="c-machine">{placeName(place)}: </span>}
      <span className="c-green">$ </span>
    </>
  );
}
