/**
 * `npm run policy:fuzz -- [--seed N] [--count N] [--from N] [--only TEXT] [--long] [--policy TREE] [--host bash|engine|wall] [--asks]`:
 * generates commands from a grammar, runs those that the policy allows without asking in a throwaway folder full of canaries, and prints
 * each harmful one as a JSON line. The last line is one JSON object with the figures. Exits with 1 if harm was found.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findFalseAsks } from '../../tests/policy-fuzz/find-false-asks.ts';
import type { Host } from '../../tests/policy-fuzz/fuzz-hosts.ts';
import { loadPolicy } from '../../tests/policy-fuzz/load-policy.ts';
import { runFuzz } from '../../tests/policy-fuzz/run-fuzz.ts';
import { projectFolder } from '../../tests/policy-fuzz/sandbox/sandbox.ts';

const HOSTS: readonly Host[] = ['bash', 'engine', 'wall'];

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '2000' },
    only: { type: 'string' },
    long: { type: 'boolean', default: false },
    policy: { type: 'string' },
    host: { type: 'string', multiple: true },
    isolation: { type: 'string' },
    asks: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(Math.min(4, availableParallelism())) },
  },
});

function numberOf(name: 'seed' | 'from' | 'count' | 'jobs'): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new Error(`--${name} takes a whole number, not “${values[name]}”.`);
}

function isolationOf(): 'world' | 'folder' | null {
  const { isolation } = values;
  if (isolation === undefined || isolation === 'world' || isolation === 'folder') return isolation ?? null;
  throw new Error(`--isolation is world or folder, not “${isolation}”.`);
}

function hostsOf(): Host[] {
  return (values.host ?? HOSTS).map((host) => {
    const known = HOSTS.find((one) => one === host);
    if (known === undefined) throw new Error(`--host is one of ${HOSTS.join(', ')}, not “${host}”.`);
    return known;
  });
}

const print = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
async function huntHarm(): Promise<boolean> {
  const classes = new Set<string>();
  const result = await runFuzz({
    seed: numberOf('seed'),
    from: numberOf('from'),
    count: values.long ? 20_000 : numberOf('count'),
    only: values.only ?? null,
    jobs: Math.max(1, numberOf('jobs')),
    isolation: isolationOf(),
    hosts: hostsOf(),
    isShrinking: true,
    judge: await loadPolicy(values.policy ?? projectFolder()),
    onFound: (found) => {
      const look = `${found.host} ${found.class}`;
      if (classes.has(look)) return;
      classes.add(look);
      print(found);
    },
    onProgress: (made) => process.stderr.write(`${made} commands made\n`),
  });
  const kinds: Record<string, number> = {};
  for (const { host, effect, known } of result.found) {
    const kind = `${host}: ${known ?? effect.kind}`;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  process.stderr.write(
    `${Object.entries(kinds)
      .map(([kind, count]) => `${count} × ${kind}\n`)
      .join('')}`,
  );
  print({ name: 'policy-fuzz', isolation: result.isolation, figures: result.figures, kinds });
  return result.found.some(({ known }) => known === null);
}

/** `--asks`: the reverse, commands that ask although they only read sources. */
async function huntFalseAsks(): Promise<boolean> {
  let found = 0;
  const judge = await loadPolicy(values.policy ?? projectFolder());
  await findFalseAsks(judge, numberOf('seed'), numberOf('count'), (one) => {
    found++;
    print(one);
  });
  print({ name: 'policy-fuzz', figures: { commands: numberOf('count'), false_asks: found } });
  return false;
}

process.exitCode = (values.asks ? await huntFalseAsks() : await huntHarm()) ? 1 : 0;
