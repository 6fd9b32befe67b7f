import type { Page } from '@playwright/test';

export interface EngineLists {
  /** Programs in `/usr/bin`. */
  commands: string[];
  nodeVersion: string;
  modules: string[];
  npmCommands: string[];
}

/** Boots an engine in a page that has the client, and reads its lists. */
export async function listsOf(page: Page): Promise<EngineLists> {
  const ask = `(async () => {
    const { WebContainer } = await import('@webcontainer/api');
    const container = await WebContainer.boot();
    const outputOf = async (command, ...args) => {
      const program = await container.spawn(command, args);
      let output = '';
      await program.output.pipeTo(new WritableStream({ write: (text) => { output += text; } }));
      return output;
    };
    return {
      bin: await outputOf('ls', '/usr/bin'),
      node: await outputOf('node', '-p', 'JSON.stringify([process.version, require("module").builtinModules])'),
      npm: await outputOf('npm', 'help'),
    };
  })()`;
  // A string, so that the page's own import map applies: its shape is the one written above.
  const answers = (await page.evaluate(ask)) as { bin: string; node: string; npm: string };
  const [nodeVersion, modules] = JSON.parse(answers.node) as [string, string[]]; // Printed by the program a line above.
  return {
    commands: answers.bin.split(/\s+/).filter((name) => name !== ''),
    nodeVersion,
    modules,
    npmCommands: npmCommandsIn(answers.npm),
  };
}

/** Returns the commands in the list that `npm help` prints. */
function npmCommandsIn(help: string): string[] {
  const [, list = ''] = /All commands:\s+([\w\s,-]+?)\n\s*\n/.exec(`${help}\n\n`) ?? [];
  return list.split(/[\s,]+/).filter((name) => name !== '');
}

const BEGIN = '<!-- lists -->';
const END = '<!-- /lists -->';

export function readmeWith(readme: string, { commands, nodeVersion, modules, npmCommands }: EngineLists): string {
  const rows = [
    '| what | which |',
    '|---|---|',
    `| commands | ${wrap(commands)} |`,
    `| Node ${nodeVersion}, its modules | ${wrap(modules)} |`,
    `| npm's commands; those after cache say why they do nothing here | ${wrap(npmCommands)} |`,
  ];
  const [before = '', rest = ''] = readme.split(BEGIN);
  const [, after = ''] = rest.split(END);
  return `${before}${BEGIN}\n${rows.join('\n')}\n${END}${after}`;
}

function wrap(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' ');
}
