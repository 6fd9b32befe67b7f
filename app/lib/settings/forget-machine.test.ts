import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AppSettings, type CommandRule, DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { forgetMachine } from './forget-machine.ts';
import { machineSettings } from './settings-at.ts';

const IDS = ['a1b2c3d4e5f6a7b8', 'b1b2c3d4e5f6a7b8', '0123456789012345', 'constructortostr'];
const anyId = fc.constantFrom(...IDS);
const anyRule: fc.Arbitrary<CommandRule> = fc
  .record({
    pattern: fc.constantFrom('npm test', 'git *'),
    verdict: fc.constantFrom('allow' as const, 'deny' as const),
    machineId: fc.option(anyId),
  })
  .map(({ machineId, ...rule }) => ({ ...rule, scope: 'always', createdAt: 1, ...(machineId === null ? {} : { machineId }) }));
const anySettings: fc.Arbitrary<AppSettings> = fc
  .record({
    machines: fc.dictionary(anyId, fc.record({ autoApproveCommands: fc.boolean(), maxIterations: fc.integer({ min: 1, max: 200 }) })),
    rules: fc.array(anyRule, { maxLength: 6 }),
  })
  .map((own) => ({ ...DEFAULT_APP_SETTINGS, ...own }));

function settingsWith(initial: AppSettings) {
  let settings = initial;
  return {
    current: () => settings,
    updateSettings: (patch: Partial<AppSettings>) => {
      settings = { ...settings, ...patch };
    },
  };
}

const denied = ({ rules }: AppSettings) => rules.flatMap(({ verdict, pattern }) => (verdict === 'deny' ? [pattern] : [])).sort();

test('nothing set for a forgotten machine is left, nothing else is lost, and undone it is as it was', () => {
  fc.assert(
    fc.property(anySettings, anyId, (before, id) => {
      const service = settingsWith(before);
      const setAgain = forgetMachine(service, id);
      const after = service.current();
      expect(JSON.stringify([after.machines, after.rules])).not.toContain(id);
      expect(machineSettings(after, id)).toEqual(DEFAULT_APP_SETTINGS.machine);
      expect(denied(after)).toEqual(denied(before));
      for (const other of IDS) if (other !== id) expect(after.machines[other]).toEqual(before.machines[other]);
      setAgain();
      expect(service.current().machines).toEqual(before.machines);
      expect(new Set(service.current().rules)).toEqual(new Set(before.rules));
    }),
  );
});

test('what was set again since stays', () => {
  const [id = ''] = IDS;
  const service = settingsWith({
    ...DEFAULT_APP_SETTINGS,
    machines: { [id]: { autoApproveCommands: true, autoApproveFileCreation: true } },
  });
  const setAgain = forgetMachine(service, id);
  service.updateSettings({ machines: { [id]: { autoApproveCommands: false } } });
  setAgain();
  expect(service.current().machines[id]).toEqual({ autoApproveCommands: false, autoApproveFileCreation: true });
});
