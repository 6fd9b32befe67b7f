import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { BootListener, RuntimeService } from './runtime-service.ts';

const silentText = () =>
  t('The runtime has not answered for half a minute. It may come back by itself; if not, start it again with the files as last saved.');

const awayText = () => t('The connection to the machine is interrupted. What runs there continues; the agent waits until it is back.');
const lostText = (lost: readonly string[]) => t('The connection is back. Ended meanwhile: {commands}', { commands: lost.join(', ') });

/** Notifies the user when the runtime has died or no longer answers, and offers a new one. */
export function createRuntimeNotices(notices: NoticeService, runtime: RuntimeService): BootListener {
  const startAgain = () => ({
    label: t('Start it again'),
    run: () => void notices.guard(t('The runtime could not be started'), () => runtime.restart()),
  });
  return ({ runtime: booted }) => {
    let shown: number | null = null;
    const withdraw = () => {
      if (shown !== null) notices.dismiss(shown);
      shown = null;
    };
    const show = (message: string) => {
      withdraw();
      shown = notices.error(message, startAgain());
    };
    const stop = booted.onEvent((event) => {
      if (event.type === 'ended') show(event.reason);
      else if (event.type === 'silence') event.isSilent ? show(silentText()) : withdraw();
      else if (event.type === 'connection') {
        withdraw();
        if (!event.isThere) shown = notices.error(awayText());
        else if (event.lost.length > 0) notices.info(lostText(event.lost));
      }
    });
    return () => {
      stop();
      withdraw();
    };
  };
}
