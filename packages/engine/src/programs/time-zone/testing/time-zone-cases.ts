/** The zones and expressions whose values are recorded from Node by scripts/record-time-zones.ts. */
export const recordedZones = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'America/Los_Angeles',
];

/** Times around the changes of New York, Berlin, Lord Howe, São Paulo and Apia, and very distant ones. */
const times = [
  0, 1710053999999, 1710054000000, 1730613599999, 1730613600000, 1711846799999, 1711846800000, 1729990799999, 1729990800000, 1712415599999,
  1712415600000, 1728142199999, 1728142200000, 1325239200000, 1325239199999, 1545000000000, -1e12, -5e13, 8e15, -8e15,
];

/** Dates and times of day that are skipped or come twice in one of the zones, and others. */
const locals = [
  '2024, 2, 10, 2, 30',
  '2024, 2, 10, 3, 0',
  '2024, 10, 3, 1, 30',
  '2024, 10, 3, 2, 0',
  '2024, 2, 31, 2, 30',
  '2024, 9, 27, 2, 30',
  '2024, 3, 7, 1, 45',
  '2024, 9, 6, 2, 15',
  '2011, 11, 30, 12',
  '2018, 10, 4, 0, 15',
  '99, 0',
  '-1, 5, 1',
  '2024, 12, 1, 25, 61, 61, 1001',
  '2024, NaN',
];

const texts = [
  '2024-03-10T02:30',
  '2024-11-03T01:30:00',
  '2024-07-01',
  '2024-07',
  '2024-07-01T12:00Z',
  '2024-07-01T12:00+02:00',
  '2024-07-01 12:00',
  '2024-07-01 12:00:30.5',
  '2024-07-01 12:00 +0200',
  '2024-07-01 12:00-03',
  '7/4/2024',
  '7/4/2024, 3:05 PM',
  'Jul 4, 2024 15:05',
  'Thu, 04 Jul 2024 15:05:00 GMT',
  'Thu Jul 04 2024 15:05:00 GMT+0545 (Nepal Time)',
  'Thu Jul 04 2024 15:05:00 (no zone)',
  '4 July 2024 15:05 EST',
  '2024-07-04T15:05:00z',
  'nonsense',
  '',
];

const setters = [
  'setHours(2, 30)',
  'setHours(25)',
  'setHours()',
  'setMinutes(-1)',
  'setSeconds(3600)',
  'setMilliseconds(-1)',
  'setDate(0)',
  'setDate(10)',
  'setMonth(9, 27)',
  'setMonth(NaN)',
  'setFullYear(2011, 11, 30)',
  'setYear(99)',
];

export const expressions: readonly string[] = [
  ...times.flatMap((time) => [
    // Some zones had another name in 1970, but V8 shows today's, so the name is left out.
    `String(new Date(${time}))${time === 0 ? ".replace(/ [(].*/, '')" : ''}`,
    `(d => [d.getFullYear(), d.getMonth(), d.getDate(), d.getDay(), d.getHours(), d.getMinutes(), d.getSeconds(), d.getMilliseconds(), d.getTimezoneOffset()].join())(new Date(${time}))`,
  ]),
  ...locals.map((local) => `new Date(${local}).getTime()`),
  ...texts.map((text) => `Date.parse(${JSON.stringify(text)})`),
  ...texts.map((text) => `new Date(${JSON.stringify(text)}).getTime()`),
  ...setters.map((setter) => `(d => [d.${setter}, d.getTime()].join())(new Date(1710000000000))`),
  '(d => [d.setFullYear(2024), d.getTime()].join())(new Date(NaN))',
  '(d => [d.setHours(1), d.getTime()].join())(new Date(NaN))',
  'String(new Date(NaN)) + new Date(NaN).getHours() + new Date(NaN).getTimezoneOffset()',
  'new Date(1720000000000).toDateString() + "|" + new Date(1720000000000).toTimeString()',
  'new Date(1720000000000).toLocaleString("en-US")',
  'new Date(1720000000000).toLocaleDateString("de-DE") + new Date(1720000000000).toLocaleTimeString("de-DE")',
  'new Date(1720000000000).toLocaleString("en-US", { timeZone: "Asia/Tokyo", timeZoneName: "short" })',
  'new Date(1720000000000).toLocaleTimeString("en-US", { hour: "2-digit" })',
  'new Date(1720000000000).toJSON() + new Date(1720000000000).toUTCString()',
  'new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" }).format(1720000000000)',
  'Intl.DateTimeFormat().resolvedOptions().timeZone',
  'Intl.DateTimeFormat("en", { timeZone: "Asia/Tokyo" }).resolvedOptions().timeZone',
  '`${new Date(1720000000000)}` + (new Date(1720000000000) + 1)',
  'typeof Date() + Date.length + Date.name + Date.prototype.setHours.length + Date.prototype.toString.name',
  'new (class extends Date { local() { return this.getHours(); } })(2024, 5, 1, 7).local()',
  'new Date(new Date(2024, 5, 1, 7)).getTime()',
  'new Date(new String("2024-06-01T07:00")).getTime()',
  '[new Date() instanceof Date, new Date().constructor === Date, Object.keys(Date), Object.prototype.toString.call(new Date())].join()',
  'new Date(2024, 5).getTime() - new Date(2024, 0).getTime()',
];
