import { downloadCacheLimits } from '../../../abi/limits.ts';
import { NpmError } from '../npm-error.ts';
import { joinPath } from '../project-files.ts';
import type { Command } from './command.ts';

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Implements `npm cache clean --force`, `npm cache ls` and `npm cache verify` for the downloads kept between sessions. */
export const cacheCommand: Command = async (session) => {
  const [action, ...keys] = session.commandLine.positional;
  const { output, client, files, cacheFolder } = session;
  switch (action) {
    case 'clean':
    case 'clear':
    case 'rm':
      if (keys.length === 0 && !session.commandLine.isSet('force')) {
        throw new NpmError('EUSAGE', [
          'As of npm@5, the npm cache self-heals from corruption issues',
          'by treating integrity mismatches as cache misses. As a result,',
          'data extracted from the cache is guaranteed to be valid. If you',
          "want to make sure everything is consistent, use 'npm cache verify'",
          'instead. Run this command with --force if you are sure.',
        ]);
      }
      await client.cache.clear();
      files.removeTree(joinPath(cacheFolder, '_npx'));
      return 0;
    case 'ls': {
      const entries = await client.cache.list();
      output.print(entries.map(({ url, bytes }) => `${new URL(url).pathname} (${megabytes(bytes)})`).join('\n'));
      return 0;
    }
    case 'verify': {
      const entries = await client.cache.list();
      const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
      output.print(
        `Cache: this browser's Cache Storage\nContent: ${entries.length} downloads (${megabytes(total)} of at most ${megabytes(downloadCacheLimits.maxBytes)})`,
      );
      return 0;
    }
    default:
      throw new NpmError('EUSAGE', ['npm cache clean --force', 'npm cache ls', 'npm cache verify']);
  }
};
