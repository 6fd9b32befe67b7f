import { z } from 'zod';
import { modelPriceSchema } from '../../app/lib/protocol/models/model-price.ts';
import type { FileTable } from '../../app/lib/protocol/settings/setting-kinds.ts';
import { type SettingName, type SettingValue, settingsInFiles, withValue } from '../../app/lib/protocol/settings/setting-names.ts';
import { type AppSettings, settingSchema } from '../../app/lib/protocol/settings.ts';
import { lineOf, readToml } from '../../app/lib/settings/config/read-toml.ts';

/** Settings that a table of the file can contain, by name. */
function given(table: FileTable) {
  const settings = settingsInFiles(table);
  const shape = Object.fromEntries(settings.map(({ name, key, setting }) => [key, settingSchema(name, setting).optional()]));
  return z
    .strictObject(shape)
    .default({})
    .transform(
      (values) =>
        new Map(settings.flatMap(({ name, key }): [SettingName, unknown][] => (values[key] === undefined ? [] : [[name, values[key]]]))),
    );
}

const pattern = z.string().trim().min(1).max(2_000);

/** The permissions of a run without a user. The names are those of the app's settings and of a project's own file. */
const policyFileSchema = z.strictObject({
  agent: given('agent'),
  budget: given('budget'),
  rules: z
    .strictObject({ allow: z.array(pattern).max(500).default([]), deny: z.array(pattern).max(500).default([]) })
    .default({ allow: [], deny: [] }),
  hosts: z.strictObject({ allow: z.array(z.string().trim().toLowerCase().min(1).max(255)).max(500).default([]) }).default({ allow: [] }),
  prices: z.record(z.string(), modelPriceSchema).default({}),
});
export type PolicyFile = z.infer<typeof policyFileSchema>;

/** Returns the settings with those of the file applied. */
export function withPolicy(settings: AppSettings, { agent, budget, prices }: PolicyFile): AppSettings {
  return [...agent, ...budget].reduce((all, [name, value]) => withValue(all, name, value as SettingValue<SettingName>), {
    ...settings,
    prices,
  }); // Its own schema has checked it.
}

export const EMPTY_POLICY: PolicyFile = policyFileSchema.parse({});

export type PolicyReading = { ok: true; policy: PolicyFile } | { ok: false; problem: string };

/**
 * Parses a policy file: JSON if `text` begins like an object, otherwise TOML. A file with an error is rejected as a whole, because its
 * intent is unclear.
 */
export function readPolicyFile(text: string): PolicyReading {
  const isJson = text.trimStart().startsWith('{');
  const value = isJson ? readJson(text) : readTable(text);
  if (!value.ok) return value;
  const read = policyFileSchema.safeParse(value.value);
  if (read.success) return { ok: true, policy: read.data };
  const problems = read.error.issues.map((issue) => {
    const path = issue.path.map(String);
    const name = path.join('.');
    const where = isJson ? '' : `line ${lineOf(text, path)}: `;
    return `${where}${name === '' ? '' : `"${name}": `}${issue.message}`;
  });
  return { ok: false, problem: problems.join('; ') };
}

type ValueReading = { ok: true; value: unknown } | { ok: false; problem: string };

function readJson(text: string): ValueReading {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, problem: `it is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function readTable(text: string): ValueReading {
  const reading = readToml(text);
  return reading.ok
    ? { ok: true, value: Object.fromEntries(reading.table) }
    : { ok: false, problem: `line ${reading.line}: ${reading.message}` };
}
