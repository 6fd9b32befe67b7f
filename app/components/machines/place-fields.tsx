import { identitySchema, type OwnComputer } from 'devonz-engine-protocol/machine/own-computer';
import { useId } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { LabelledField } from './labelled-field.tsx';
import type { IdentityType, PlaceDraft, ReadPlace } from './place-draft.ts';

export interface PlaceFieldsProps {
  computer: OwnComputer;
  draft: PlaceDraft;
  problem: Extract<ReadPlace, { ok: false }> | null;
  onChange: (change: Partial<PlaceDraft>) => void;
}

/** The fields of the chosen kind. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { computer, draft, problem, onChange } = props;
  return (
    <>
      {draft.kind === 'ssh' && <ServerFields {...props} />}
      {draft.kind === 'container' && (
        <LabelledField
          label={t('Image')}
          placeholder="node:22"
          hint={
            computer.containers === null
              ? t('Neither Docker nor Podman was found on {host}.', { host: computer.host })
              : t('Programs run in a container of {program}; files stay on this computer.', { program: computer.containers })
          }
          value={draft.image}
          problem={problem?.field === 'image' ? problem.why : null}
          onText={(image) => onChange({ image })}
        />
      )}
      <LabelledField
        label={t('Folder')}
        placeholder={draft.kind === 'ssh' ? '/home/jexida/project' : `${computer.home}/projects/shop`}
        hint={folderHint(draft.kind)}
        value={draft.folder}
        problem={problem?.field === 'folder' ? problem.why : null}
        onText={(folder) => onChange({ folder })}
      />
    </>
  );
}

function folderHint(kind: PlaceDraft['kind']): string {
  switch (kind) {
    case 'local':
      return t('Empty: the folder in which npm start was run.');
    case 'ssh':
      return t('Empty: your home folder there.');
    case 'container':
      return t('A folder of this computer; the container has it at the same path.');
  }
}

function ServerFields({ computer, draft, problem, onChange }: PlaceFieldsProps) {
  const known = computer.sshHosts.find(({ name }) => name === draft.host.trim());
  const why = (field: 'host' | 'port' | 'keyPath') => (problem?.field === field ? problem.why : null);
  return (
    <>
      <LabelledField
        label={t('Host')}
        placeholder="192.168.1.224"
        hint={known === undefined ? undefined : knownText(known)}
        suggestions={computer.sshHosts.map(({ name }) => name)}
        value={draft.host}
        problem={why('host')}
        onText={(host) => onChange({ host })}
      />
      <div className="place-pair">
        <LabelledField
          label={t('User')}
          placeholder={known?.user ?? 'jexida'}
          maxLength={100}
          value={draft.user}
          problem={null}
          onText={(user) => onChange({ user })}
        />
        <LabelledField
          label={t('Port')}
          placeholder={String(known?.port ?? 22)}
          inputMode="numeric"
          value={draft.port}
          problem={why('port')}
          onText={(port) => onChange({ port })}
        />
      </div>
      <IdentityField computer={computer} draft={draft} onChange={onChange} />
      {draft.identity === 'key' && (
        <LabelledField
          label={t('Key file')}
          placeholder={`${computer.home}/.ssh/id_ed25519`}
          suggestions={computer.keyPaths}
          value={draft.keyPath}
          problem={why('keyPath')}
          onText={(keyPath) => onChange({ keyPath })}
        />
      )}
    </>
  );
}

function knownText({ host, user, port }: OwnComputer['sshHosts'][number]): string {
  const target = `${user === undefined ? '' : `${user}@`}${host ?? '?'}${port === undefined ? '' : `:${port}`}`;
  return t('In ~/.ssh/config: {target}', { target });
}

/** The names of the ways to log in. */
const IDENTITY_NAMES: Readonly<Record<IdentityType, (hasAgent: boolean) => string>> = {
  usual: () => t('As ssh does: agent, key, password'),
  agent: (hasAgent) => (hasAgent ? t('The SSH agent') : t('The SSH agent (none answers now)')),
  key: () => t('A key file'),
  password: () => t('A password, asked when it connects'),
};

function IdentityField({ computer, draft, onChange }: Omit<PlaceFieldsProps, 'problem'>) {
  const id = useId();
  return (
    <div>
      <label className="block pb-4px c-text-2" htmlFor={id}>
        {t('Log in with')}
      </label>
      <select
        id={id}
        className="field"
        value={draft.identity}
        onChange={({ target }) =>
          onChange({ identity: identitySchema.options.find(({ shape }) => shape.type.value === target.value)?.shape.type.value ?? 'usual' })
        }
      >
        {identitySchema.options.map(({ shape }) => (
          <option key={shape.type.value} value={shape.type.value}>
            {IDENTITY_NAMES[shape.type.value](computer.hasAgent)}
          </option>
        ))}
      </select>
    </div>
  );
}
