import { because } from '../../../protocol/texts/reason.ts';
import { checkAwk } from './awk-text.ts';
import { type ProgramEntry, programs } from './program-entry.ts';
import { checkSed } from './sed-script.ts';

/**
 * Programs that print file contents. Each has its own flags: a flag that takes a value in one program and none in another would hide the
 * file name after it (`wc -c .env`, `head -c 9 a`). The value of an `attached` flag can only be in the same word.
 */
export const READING_PROGRAMS: readonly (readonly [string, ProgramEntry])[] = [
  ...programs('cat rev', { operands: 'read', flags: 'A b e E n s t T u v l' }),
  ...programs('tac', { operands: 'read', flags: 'b r s=text before regex separator=text' }),
  ...programs('nl', {
    operands: 'read',
    flags:
      'b=text d=text f=text h=text i=text l=text n=text s=text v=text w=text p body-numbering=text section-delimiter=text footer-numbering=text header-numbering=text line-increment=text join-blank-lines=text number-format=text number-separator=text starting-line-number=text number-width=text no-renumber',
  }),
  ...programs('head', { operands: 'read', flags: 'c=text n=text q v z bytes=text lines=text quiet silent verbose zero-terminated' }),
  ...programs('tail', {
    operands: 'read',
    flags:
      'c=text n=text s=text f F q v z bytes=text lines=text pid=text sleep-interval=text max-unchanged-stats=text follow=attached retry quiet silent verbose',
  }),
  ...programs('wc', { operands: 'measure', flags: 'c m l w L bytes chars lines words max-line-length files0-from=! total=text' }),
  ...programs('fold', { operands: 'read', flags: 'b s w=text bytes spaces width=text' }),
  ...programs('fmt', {
    operands: 'read',
    flags: 'w=text g=text p=text c s t u width=text goal=text prefix=text crown-margin split-only tagged-paragraph uniform-spacing',
  }),
  ...programs('pr', {
    operands: 'read',
    flags:
      'D=text h=text l=text N=text o=text w=text W=text e=attached i=attached n=attached s=attached S=attached date-format=text header=text length=text first-line-number=text indent=text width=text page-width=text',
  }),
  ...programs('expand unexpand', { operands: 'read', flags: 't=text a i tabs=text initial all first-only' }),
  ...programs('od', {
    operands: 'read',
    flags:
      'A=text j=text N=text S=attached t=text w=attached address-radix=text skip-bytes=text read-bytes=text format=text endian=text strings=attached width=attached',
  }),
  ...programs('hexdump hd', { operands: 'read', flags: 'e=text f=read n=text s=text L=attached b c C d o x v color=attached' }),
  ...programs('strings', {
    operands: 'read',
    flags: 'n=text t=text e=text T=text s=text U=text a d f w o bytes=text radix=text encoding=text target=text unicode=text',
  }),
  ...programs('cksum sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum md5', {
    operands: 'read',
    flags: 'a=text l=text b c p q r s t w x z algorithm=text length=text check',
  }),
  ...programs('base64 base32 basenc', { operands: 'read', flags: 'd i o=! w=text decode ignore-garbage wrap=text output=!' }),
  ...programs('xxd', {
    operands: 'read',
    last: 'write',
    areFlagsFirst: true,
    flags: 'c=text g=text l=text n=text o=text s=text a b e i p u r=! R=attached',
  }),
  ...programs('uniq', {
    operands: 'read',
    last: 'write',
    flags: 'f=text s=text w=text c d D i u z skip-fields=text skip-chars=text check-chars=text group=attached all-repeated=attached count',
  }),
  ...programs('shuf', {
    operands: 'read',
    flags: 'e i=text n=text o=write r z echo input-range=text head-count=text output=write random-source=read repeat zero-terminated',
  }),
  ...programs('iconv', {
    operands: 'read',
    isClosed: true,
    flags: 'f=text t=text o=write c s l from-code=text to-code=text output=write list silent verbose',
  }),
  ...programs('col colcrt colrm ul', { operands: 'read', isClosed: true, flags: 'b f h x l=text i t=text' }),
  ...programs('objdump readelf nm size addr2line', { operands: 'read', isClosed: true, flags: 'd h s t a f l r S W C D g u' }),
  ...programs('yq', {
    operands: 'read',
    first: { count: 1, use: 'text' },
    isClosed: true,
    flags: 'r e P j c n N C M o=text p=text I=text raw-output exit-status output-format=text input-format=text',
    check: ({ operands, uses }) => {
      // In one of the two programs of this name, these flags take no value.
      if (uses.some(({ flag, value }) => flag !== null && !/^[a-z0-9]{1,12}$/.test(value)))
        return because('a flag has a value that may be a file');
      return /\b(?:env|strenv|envsubst|load\w*|input_filename|import|include|system)\b|\$ENV/.test(operands[0]?.text ?? '')
        ? because('it reads the environment or other files')
        : null;
    },
  }),
  ...programs('cut', {
    operands: 'read',
    flags: 'b=text c=text d=text f=text n s z delimiter=text fields=text characters=text bytes=text output-delimiter=text only-delimited',
  }),
  ...programs('paste', { operands: 'read', flags: 'd=text s z delimiters=text serial' }),
  ...programs('join', {
    operands: 'read',
    flags: 'a=text e=text j=text o=text t=text v=text i z check-order nocheck-order header ignore-case',
  }),
  ...programs('comm', { operands: 'read', flags: 'i z output-delimiter=text check-order nocheck-order total' }),
  ...programs('column', { operands: 'read', flags: 's=text c=any o=any N=any R=any H=any O=any l=any t x e J d L' }),
  ...programs('look', { operands: 'read', first: { count: 1, use: 'text' }, flags: 't=text d f a' }),
  ...programs('tsort ptx', { operands: 'read', isClosed: true }),
  ...programs('zcat bzcat xzcat gzcat zstdcat', { operands: 'read', isClosed: true, flags: 'f q v' }),
  ...programs('cmp', { operands: 'read', flags: 'i=text n=text b l s bytes=text ignore-initial=text print-bytes verbose silent quiet' }),
  ...programs('bat batcat', {
    operands: 'read',
    isClosed: true,
    flags:
      'l=text language=text r=text line-range=text style=text theme=text wrap=text tabs=text p n A P plain number show-all H=text highlight-line=text paging=text color=text decorations=text',
  }),
  ...programs('less more', {
    operands: 'read',
    isClosed: true,
    flags: 'N S R F X i n',
    check: ({ operands }) => (operands.some(({ text }) => text.startsWith('+')) ? because('it runs a command when it starts') : null),
  }),
  ...programs('bc', { operands: 'read', isClosed: true, flags: 'l q s i mathlib quiet standard' }),
  ...programs('sort', {
    operands: 'read',
    flags:
      'k=text t=text S=text n r u f g h V M b d i s c C m z R o=write T=! key=text field-separator=text buffer-size=text parallel=text output=write temporary-directory=! compress-program=! files0-from=! random-source=read sort=text batch-size=text numeric-sort reverse unique human-numeric-sort version-sort ignore-case stable check merge',
  }),
  ...programs('sed gsed', {
    operands: 'read',
    first: { count: 1, use: 'text', unless: ['e', 'expression'] },
    isClosed: true,
    flags:
      'e=text expression=text n quiet silent E r regexp-extended s separate u unbuffered z null-data posix i=attached in-place=attached',
    check: checkSed,
  }),
  ...programs('awk gawk mawk nawk', {
    operands: 'read',
    first: { count: 1, use: 'text' },
    isClosed: true,
    flags: 'F=text field-separator=text v=text assign=text',
    check: checkAwk,
  }),
  ...programs('jq', {
    operands: 'read',
    first: { count: 1, use: 'text' },
    isClosed: true,
    flags:
      'r c n e s S M C j a R h raw-output compact-output null-input exit-status slurp sort-keys tab monochrome-output color-output join-output ascii-output raw-input indent=text arg=pair argjson=pair',
    check: ({ operands }) =>
      /\benv\b|\$ENV|\binput_filename|\bimport\b|\binclude\b|\$__prog/.test(operands[0]?.text ?? '')
        ? because('it reads the environment or other files')
        : null,
  }),
];
