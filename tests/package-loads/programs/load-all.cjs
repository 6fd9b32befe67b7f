// node load-all.cjs: each package named in names.txt in a process of its own, two at a time.
const { spawn } = require('node:child_process');
const { readFileSync } = require('node:fs');

const LIMIT_MILLISECONDS = 60_000;
const names = readFileSync('names.txt', 'utf8').trim().split('\n');

function loadOne(name) {
  return new Promise((resolve) => {
    const child = spawn('node', ['load-one.cjs', name], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MILLISECONDS);
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const line = /@@\{.*\}/.exec(output)?.[0];
      console.log(line ?? `@@${JSON.stringify({ name, ended: String(signal ?? code), errors: errors.slice(-300) })}`);
      resolve();
    });
  });
}

async function work() {
  for (let name = names.shift(); name !== undefined; name = names.shift()) await loadOne(name);
}

work();
work();
