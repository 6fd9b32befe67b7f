import { $settings } from '../stores/settings.ts';
import type { NoticeService } from './notice-service.ts';
import { SLASH_COMMANDS, type SlashCommand } from './slash-commands.ts';

interface SlashCommandParts {
  notices: NoticeService;
  newChat(): Promise<void>;
  sendMessage(text: string): Promise<void>;
  stop(): Promise<void>;
  startFromTemplate(name: string): Promise<void>;
}

export async function runSlashCommand(command: Exclude<SlashCommand, { type: 'none' }>, parts: SlashCommandParts): Promise<void> {
  const { notices } = parts;
  switch (command.type) {
    case 'help':
      return notices.info(SLASH_COMMANDS.map(({ text }) => text).join(' · '));
    case 'clear':
      return parts.newChat();
    case 'stop':
      return parts.stop();
    case 'template':
      return parts.startFromTemplate(command.name);
    case 'agent':
      if (command.task === '') return notices.info('Say what to build: /agent followed by the task.');
      $settings.setKey('agent', { ...$settings.get().agent, enabled: true });
      return parts.sendMessage(command.task);
    case 'unknown':
      return void notices.error(`There is no command /${command.name}. Did you mean /${command.nearest}? /help lists them.`);
  }
}
