import type { Stranger } from '../stranger.ts';

const manifest = (
  scripts: Record<string, string>,
  dependencies: Record<string, string>,
  devDependencies: Record<string, string> = {},
  more = {},
): string => JSON.stringify({ name: 'app', private: true, scripts, dependencies, devDependencies, ...more }, null, 2);

/** Command lines, test runners, and database tools. */
export const PROGRAMS: readonly Stranger[] = [
  {
    name: 'Ink command line',
    files: {
      'package.json': manifest(
        { build: 'babel --out-dir=dist source', test: 'node dist/cli.js' },
        { ink: '^5.0.0', react: '^18.2.0' },
        { '@babel/cli': '^7.21.0', '@babel/core': '^7.21.0', '@babel/preset-react': '^7.18.6' },
        { type: 'module', babel: { presets: ['@babel/preset-react'] } },
      ),
      'source/cli.js':
        'import React from \'react\';\nimport { Box, render, Text } from \'ink\';\nrender(<Box borderStyle="round"><Text color="green">Hello from Ink</Text></Box>);\n',
    },
    packages: ['ink', '@babel/core'],
    build: 'npm run build',
    test: { command: 'npm test', text: '│Hello from Ink' },
    isQuick: true,
  },
  {
    name: 'oclif hello',
    files: {
      'package.json': manifest(
        { build: 'tsc -b', test: 'node bin/run.js hello world' },
        { '@oclif/core': '^4.0.0', '@oclif/plugin-help': '^6.0.0' },
        { typescript: '^5.8.0', '@types/node': '^20.0.0' },
        { type: 'module', oclif: { bin: 'app', commands: './dist/commands', dirname: 'app', plugins: ['@oclif/plugin-help'] } },
      ),
      'tsconfig.json':
        '{ "compilerOptions": { "module": "Node16", "moduleResolution": "node16", "target": "es2022", "outDir": "dist", "rootDir": "src", "strict": true, "skipLibCheck": true }, "include": ["src"] }\n',
      'bin/run.js': "#!/usr/bin/env node\nimport { execute } from '@oclif/core';\nawait execute({ dir: import.meta.url });\n",
      'src/commands/hello.ts':
        "import { Args, Command } from '@oclif/core';\nexport default class Hello extends Command {\n  static override args = { person: Args.string({ required: true }) };\n  async run(): Promise<void> { const { args } = await this.parse(Hello); this.log(`hello ${args.person} from oclif`); }\n}\n",
    },
    packages: ['@oclif/core', 'typescript'],
    build: 'npm run build',
    test: { command: 'npm test && node bin/run.js --help', text: 'hello world from oclif' },
    isQuick: true,
  },
  {
    name: 'Jest 29 with ts-jest and jsdom',
    files: {
      'package.json': manifest(
        { test: 'jest' },
        {},
        { jest: '^29.7.0', 'ts-jest': '^29.3.0', 'jest-environment-jsdom': '^29.7.0', '@types/jest': '^29.5.0', typescript: '^5.8.0' },
        { jest: { preset: 'ts-jest', testEnvironment: 'jsdom' } },
      ),
      'tsconfig.json':
        '{ "compilerOptions": { "target": "ES2022", "module": "commonjs", "strict": true, "esModuleInterop": true, "lib": ["ES2022", "DOM"] } }\n',
      'src/sum.ts': 'export const sum = (one: number, other: number): number => one + other;\n',
      'src/sum.test.ts':
        "import { sum } from './sum';\ntest('adds', () => {\n  document.body.textContent = String(sum(1, 2));\n  expect(document.body.textContent).toBe('3');\n});\n",
    },
    packages: ['jest', 'ts-jest'],
    test: { command: 'npm test', text: '1 passed' },
  },
  {
    name: 'mocha, chai, sinon and nyc',
    files: {
      'package.json': manifest({ test: 'nyc mocha' }, {}, { chai: '^4.5.0', mocha: '^10.8.0', nyc: '^17.0.0', sinon: '^19.0.0' }),
      'sum.js': 'exports.sum = (one, other) => one + other;\n',
      'test/sum.js':
        "const { expect } = require('chai');\nconst sinon = require('sinon');\nconst { sum } = require('../sum');\ndescribe('sum', () => { it('adds', () => { const spy = sinon.spy(sum); expect(spy(1, 2)).to.equal(3); expect(spy.calledOnce).to.equal(true); }); });\n",
    },
    packages: ['mocha', 'nyc', 'sinon'],
    test: { command: 'npm test', text: '100 |' },
    isQuick: true,
  },
  {
    name: 'ava',
    files: {
      'package.json': manifest({ test: 'ava' }, {}, { ava: '^6.0.0' }, { type: 'module' }),
      'test.js':
        "import test from 'ava';\ntest('adds', (t) => t.is(1 + 2, 3));\ntest('waits', async (t) => t.is(await Promise.resolve('bar'), 'bar'));\n",
    },
    packages: ['ava'],
    test: { command: 'npm test', text: '2 tests passed' },
    isQuick: true,
  },
  {
    name: 'tap 18',
    files: {
      'package.json': manifest({ test: 'tap --disable-coverage -R tap' }, {}, { tap: '^18.0.0' }),
      'test/sum.js': "const t = require('tap');\nt.test('adds', (t) => { t.equal(1 + 2, 3); t.end(); });\n",
    },
    packages: ['tap'],
    test: { command: 'npm test', text: 'ok 1' },
  },
  {
    name: 'Playwright tests',
    files: {
      'package.json': manifest({ test: 'playwright test' }, {}, { '@playwright/test': '^1.50.0' }),
      'tests/page.spec.js':
        "const { expect, test } = require('@playwright/test');\ntest('a page', async ({ page }) => { await page.setContent('<h1>hello</h1>'); await expect(page.locator('h1')).toHaveText('hello'); });\n",
    },
    packages: ['@playwright/test'],
    words: 'does not run in a browser',
    test: 'npm test',
  },
  {
    name: 'Cypress tests',
    files: {
      'package.json': manifest({ test: 'cypress run' }, {}, { cypress: '^14.0.0' }),
      'cypress.config.js': 'module.exports = { e2e: { supportFile: false } };\n',
      'cypress/e2e/page.cy.js': "it('adds', () => { expect(1 + 2).to.equal(3); });\n",
    },
    packages: ['cypress'],
    words: 'does not run in a browser',
    test: 'npm test',
  },
  {
    name: 'Electron quick start',
    files: {
      'package.json': manifest({ start: 'electron .' }, {}, { electron: '^33.0.0' }, { main: 'main.js' }),
      'main.js':
        "const { app, BrowserWindow } = require('electron');\napp.whenReady().then(() => new BrowserWindow().loadFile('index.html'));\n",
      'index.html': '<!doctype html><h1>Hello from Electron</h1>\n',
    },
    packages: ['electron'],
    words: 'does not run in a browser',
    test: 'npx electron --version',
  },
  {
    name: 'TypeORM with sql.js',
    files: {
      'package.json': manifest(
        { test: 'tsx index.ts' },
        { 'reflect-metadata': '^0.2.0', 'sql.js': '^1.13.0', typeorm: '^0.3.20' },
        { tsx: '^4.0.0', typescript: '^5.8.0' },
      ),
      'tsconfig.json':
        '{ "compilerOptions": { "target": "ES2021", "module": "commonjs", "emitDecoratorMetadata": true, "experimentalDecorators": true, "strict": false } }\n',
      'index.ts':
        "import 'reflect-metadata';\nimport { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';\n@Entity() class User { @PrimaryGeneratedColumn() id: number; @Column({ type: 'text' }) name: string; }\nasync function main() {\n  const source = await new DataSource({ type: 'sqljs', entities: [User], synchronize: true }).initialize();\n  await source.manager.save(source.manager.create(User, { name: 'Ada' }));\n  console.log('stored', (await source.manager.find(User)).map(({ name }) => name));\n}\nmain();\n",
    },
    packages: ['typeorm', 'sql.js'],
    test: { command: 'npm test', text: "stored [ 'Ada' ]" },
    isQuick: true,
  },
  {
    name: 'Drizzle with better-sqlite3',
    files: {
      'package.json': manifest(
        { test: 'tsx index.ts' },
        { 'better-sqlite3': '^12.0.0', 'drizzle-orm': '^0.44.0' },
        { tsx: '^4.0.0', typescript: '^5.8.0' },
        { type: 'module' },
      ),
      'index.ts':
        "import Database from 'better-sqlite3';\nimport { drizzle } from 'drizzle-orm/better-sqlite3';\nimport { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';\nconst sqlite = new Database('local.db');\nsqlite.exec('create table if not exists users (id integer primary key, name text)');\nconst users = sqliteTable('users', { id: integer('id').primaryKey(), name: text('name') });\nconst db = drizzle(sqlite);\ndb.insert(users).values({ name: 'Ada' }).run();\nconsole.log('stored', db.select().from(users).all().at(-1)?.name);\n",
    },
    packages: ['drizzle-orm', 'better-sqlite3'],
    test: { command: 'npm test', text: 'stored Ada' },
  },
  {
    name: 'a bot in the manner of discord.js',
    files: {
      'package.json': manifest(
        { test: 'node index.js' },
        { 'discord.js': '^14.0.0', dotenv: '^16.0.0', winston: '^3.0.0', 'node-cron': '^3.0.0' },
      ),
      '.env': 'NAME_OF_BOT=helper\n',
      'index.js':
        "require('dotenv').config();\nconst { Client, EmbedBuilder, GatewayIntentBits, SlashCommandBuilder } = require('discord.js');\nconst winston = require('winston');\nconst logger = winston.createLogger({ transports: [new winston.transports.Console()] });\nconst client = new Client({ intents: [GatewayIntentBits.Guilds] });\nconst command = new SlashCommandBuilder().setName('ping').setDescription('answers');\nlogger.info(`bot ${process.env.NAME_OF_BOT} has /${command.toJSON().name} and ${new EmbedBuilder().setTitle('card').toJSON().title}`);\nclient.destroy();\n",
    },
    packages: ['discord.js', 'winston'],
    test: { command: 'npm test', text: 'bot helper has /ping and card' },
    isQuick: true,
  },
  {
    name: 'gulp 5 with sass and babel',
    files: {
      'package.json': manifest(
        { build: 'gulp' },
        {},
        {
          gulp: '^5.0.0',
          'gulp-babel': '^8.0.0',
          'gulp-concat': '^2.6.0',
          'gulp-sass': '^6.0.0',
          sass: '^1.80.0',
          '@babel/core': '^7.0.0',
          '@babel/preset-env': '^7.0.0',
        },
      ),
      'gulpfile.js':
        "const { dest, parallel, src } = require('gulp');\nconst babel = require('gulp-babel');\nconst concat = require('gulp-concat');\nconst sass = require('gulp-sass')(require('sass'));\nconst scripts = () => src('src/*.js').pipe(babel({ presets: ['@babel/env'] })).pipe(concat('all.js')).pipe(dest('dist'));\nconst styles = () => src('src/*.scss').pipe(sass()).pipe(dest('dist'));\nexports.default = parallel(scripts, styles);\n",
      'src/one.js': 'const one = () => 1;\n',
      'src/style.scss': '$colour: red;\nbody { a { color: $colour; } }\n',
    },
    packages: ['gulp', 'gulp-babel', 'sass'],
    build: { command: 'npm run build && cat dist/style.css dist/all.js', text: 'body a {' },
    isQuick: true,
  },
  {
    name: 'ESLint 9, Prettier and husky',
    files: {
      'package.json': manifest(
        { build: 'eslint . && prettier --check .', prepare: 'husky || true' },
        {},
        {
          '@eslint/js': '^9.0.0',
          eslint: '^9.0.0',
          husky: '^9.0.0',
          'lint-staged': '^15.0.0',
          prettier: '^3.0.0',
          typescript: '^5.8.0',
          'typescript-eslint': '^8.0.0',
        },
        { type: 'module' },
      ),
      'eslint.config.js':
        'import js from "@eslint/js";\nimport tseslint from "typescript-eslint";\n\nexport default tseslint.config(\n  js.configs.recommended,\n  tseslint.configs.recommended,\n);\n',
      'src/index.ts': 'export const answer: number = 42;\n',
      '.prettierignore': 'package.json\npackage-lock.json\n',
    },
    packages: ['eslint', 'prettier', 'typescript-eslint'],
    build: { command: 'npm run build', text: 'All matched files use Prettier code style' },
  },
];
