/** Authenticator apps, recovery codes and passkeys. */
export const secondFactor = {
  title: 'Two-step login',
  about: 'Besides your password, you enter a code of an authenticator app on your phone.',
  setUp: 'Set up an authenticator app',
  scan: 'Scan this with an authenticator app:',
  open: 'Open in an authenticator app',
  type: 'Or type this text in the app:',
  code: 'Code of the app',
  anyCode: 'Code of the app, or a recovery code',
  wrong: 'This code is wrong, or was used before.',
  ended: 'This took too long, or had too many wrong codes. Please begin again.',
  confirm: 'Confirm',
  isOn: (left: number) => `It is on. Recovery codes left: ${left}.`,
  switchOff: 'Switch off',
  codes: 'Recovery codes',
  newCodes: 'New recovery codes',
  keepCodes:
    'Keep these recovery codes in a safe place. Each logs you in once if you lose your phone. They are not shown again.',
  copy: 'Copy',
  download: 'Download',
  kept: 'I have kept them',
  demanded: 'Your organization demands two-step login. Please set it up to go on.',
  dueIn: (days: number) =>
    `Your organization demands two-step login from ${
      days === 1 ? 'tomorrow' : `${days} days from now`
    } on.`,
  overdue: 'Your organization demands two-step login: set it up before you log out.',
  keyAbout: 'Shown within ten minutes after a login.',
  removeFrom: 'Remove two-step login',
  removeTitle: (name: string) => `Remove the two-step login of ${name}?`,
  removeAbout: 'For people who lost their phone: the password alone logs them in again.',
  removed: (name: string) => `${name} logs in with the password alone.`,
}
