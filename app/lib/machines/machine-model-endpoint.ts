import { t } from '../i18n/t.ts';
import type { ConnectedMachine } from '../protocol/machines/machine.ts';
import { placeName } from '../protocol/machines/place-name.ts';
import { machineModelsId, type ReachedEndpoint } from '../protocol/models/local-endpoint.ts';

const LONGEST_NAME = 60;

/** The Ollama of a real machine, as its bridge answers for it. The bridge takes the secret of its control page's name as the key. */
export function machineModelEndpoint({ facts, origin }: ConnectedMachine): ReachedEndpoint {
  const { hostname, port } = new URL(origin);
  return {
    id: machineModelsId(facts.id),
    kind: 'ollama',
    name: t('Ollama on {place}', { place: placeName(facts) }).slice(0, LONGEST_NAME),
    // The name with the secret would be in the address of the worker's script, which the app's server sees.
    address: `http://127.0.0.1:${port}/ollama`,
    bridge: { key: hostname.split('.')[0] ?? '', hasProgram: 'ollama' in facts.programs },
  };
}
