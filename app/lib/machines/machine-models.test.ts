import { afterEach, expect, test } from 'vitest';
import { $previews } from '../stores/previews.ts';
import { $place, $runtime } from '../stores/workbench.ts';
import { createMachineModels } from './machine-models.ts';
import { FACTS } from './testing/machine-facts.ts';

const PLACE = { machineId: FACTS.id, user: 'ada', host: 'server', home: '/home/ada', folder: '/home/ada/shop' };

afterEach(() => {
  $place.set(null);
  $runtime.set({ status: 'off' });
  $previews.set([]);
});

function setUp(programs: Record<string, string> = {}) {
  const machine = { facts: { ...FACTS, programs }, origin: 'http://secret.ide.localhost:8798' };
  const store = { find: (place: { machineId: string }) => (place.machineId === FACTS.id ? machine : null) };
  return { models: createMachineModels(store), machine };
}

test('the models of the open chat’s machine are asked through its bridge, with the secret in no address', () => {
  const { models } = setUp({ ollama: '0.5.1' });
  expect(models.endpoint()).toBeNull();
  $place.set(PLACE);
  expect(models.endpoint()).toEqual({
    id: `local-at-${FACTS.id}`,
    kind: 'ollama',
    name: 'Ollama on ada@server',
    address: 'http://127.0.0.1:8798/ollama',
    bridge: { key: 'secret', hasProgram: true },
  });
  $place.set({ ...PLACE, machineId: 'b'.repeat(16) });
  expect(models.endpoint()).toBeNull();
});

test('they are listed again when the machine changes, its bridge does, or a server starts there; a chat of this browser lists none', () => {
  const { models, machine } = setUp();
  let changes = 0;
  models.onChange(() => {
    changes++;
  });
  $runtime.set({ status: 'booting' });
  $previews.set([{ port: 3000, url: 'x' }]);
  expect(changes).toBe(0);
  $place.set(PLACE);
  expect(changes).toBe(1);
  $runtime.set({ status: 'ready', host: 'machine', facts: FACTS });
  expect(changes).toBe(2);
  $previews.set([{ port: 11_434, url: 'x' }]);
  expect(changes).toBe(3);
  machine.origin = 'http://other.ide.localhost:8799';
  $runtime.set({ status: 'booting' });
  expect([changes, models.endpoint()?.address]).toEqual([4, 'http://127.0.0.1:8799/ollama']);
  $place.set(null);
  expect(changes).toBe(5);
});
